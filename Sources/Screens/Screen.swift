/// The screens of the program; one has the keys, the others keep what is on them.
enum Screen: Equatable, Sendable {
    case workbench, compose, protect, journal, console, trace, tools
    case dumps, compare, clone
}
