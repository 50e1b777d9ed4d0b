# bash completion for tagdesk. It asks the program's own help, so there is no second list of commands and options.
_tagdesk() {
    local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} command=() before
    for before in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        [[ $before == [a-z]* ]] && command+=("$before")
    done
    COMPREPLY=()
    if [[ $word == -* ]]; then
        local options
        options=$("$program" "${command[@]}" --help 2>/dev/null | grep -oE '^  --[a-z-]+' | tr -d ' ')
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == --theme ]]; then
        mapfile -t COMPREPLY < <(compgen -W "default dark light high-contrast deuteranopia mono" -- "$word")
    else
        # The list of commands is the block of help under "Commands"; a command of two words gives its next one.
        local depth=$((${#command[@]} + 1)) prefix="${command[*]}"
        local words
        words=$("$program" --help 2>/dev/null |
            awk -v prefix="$prefix" -v depth="$depth" '
                /^Commands/ { inside = 1; next }
                inside && NF == 0 { exit }
                inside && /^  [a-z]/ {
                    line = substr($0, 3)
                    if (prefix != "" && index(line, prefix " ") != 1) next
                    split(line, part, " ")
                    if (part[depth] ~ /^[a-z]+$/ && (depth == 1 || line ~ ("^" prefix " [a-z]+( |$)"))) print part[depth]
                }' | sort -u)
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
        [[ ${#COMPREPLY[@]} -eq 0 ]] && mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -o filenames -F _tagdesk tagdesk
