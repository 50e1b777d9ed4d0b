import Glibc

StandardDescriptors.occupy()
exit(Program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
