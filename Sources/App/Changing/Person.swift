import Glibc

/// Who runs the program, for the journal.
enum Person {
    /// The user's name by the system's list of users, else by the environment.
    static var name: String {
        if let entry = getpwuid(getuid()), let name = entry.pointee.pw_name { return String(cString: name) }
        return Environment.value("USER") ?? "user \(getuid())"
    }
}
