# Sourced by the scripts before they do anything: for -h or --help it prints the comment at the script's head and ends.
case ${1:-} in
-h | --help)
    awk 'NR > 1 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$0"
    exit 0
    ;;
esac
