/// One thing curses read, before it is known what it belongs to.
enum RawInput: Equatable {
    /// A code point, as `wget_wch` returns with OK.
    case scalar(UInt32)
    /// A key code, as `wget_wch` returns with KEY_CODE_YES: one of curses or one of `KeyTable`.
    case code(Int32)
}
