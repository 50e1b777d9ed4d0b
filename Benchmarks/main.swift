import Glibc

// Figures, not tests: what reading costs in exchanges and time for every chip and reader, and how fast the codec is.
//
//   tagdesk-bench          print the figures
//   tagdesk-bench --gate   and exit 1 where one of those that are promised is missed

let arguments = CommandLine.arguments.dropFirst()
guard arguments.allSatisfy({ $0 == "--gate" }) else {
    let usage = Array("usage: tagdesk-bench [--gate]\n".utf8)
    write(STDERR_FILENO, usage, usage.count)
    exit(2)
}

let exchanges = ExchangeFigures.measure()
print(ExchangeFigures.table(exchanges))
print("")
print(CodecFigures.table(CodecFigures.measure()))

let missed = ExchangeFigures.missed(exchanges)
if arguments.contains("--gate") {
    print("")
    for line in missed { print("missed: " + line) }
    if missed.isEmpty { print("every promised figure is met") }
    exit(missed.isEmpty ? 0 : 1)
}
