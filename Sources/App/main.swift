import Dumps
import Glibc

StandardDescriptors.occupy()
// Names of files are bytes: what is no UTF-8 in them has to come through.
let arguments = (1..<max(1, Int(CommandLine.argc))).compactMap {
    CommandLine.unsafeArgv[$0].map { SystemPath.text($0) }
}
exit(Program.run(arguments).rawValue)
