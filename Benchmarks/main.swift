import Glibc

// Figures, not tests: what reading and writing cost in exchanges and time for every chip and reader, how fast the codec is,
// how fast links of NTAG 424 DNA are checked, how fast the journal,
// how fast dumps are opened, compared and found, and how fast a long trace scrolls and filters.
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
let cards = CardFigures.measure()
print("")
print(CardFigures.table(cards))
print("")
print(CodecFigures.table(CodecFigures.measure()))
let links = LinkFigures.measure()
print("")
print(LinkFigures.table(links))

let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
guard let memory = Scratch(in: ["/dev/shm", folder]), let disk = Scratch(in: [folder]) else {
    print("no folder for temporary files: \(folder)")
    exit(1)
}
let writes = WriteFigures.measure(journal: memory.path + "/journal.db")
print("")
print(WriteFigures.table(writes))
let journal = JournalFigures.measure(memory: memory.path, disk: disk.path)
print("")
print(JournalFigures.table(journal))
let dumps = DumpFigures.measure(memory: memory.path)
print("")
print(DumpFigures.table(dumps))
let trace = TraceFigures.measure(memory: memory.path)
print("")
print(TraceFigures.table(trace))
memory.remove()
disk.remove()

let missed =
    ExchangeFigures.missed(exchanges) + CardFigures.missed(cards) + LinkFigures.missed(links)
    + WriteFigures.missed(writes) + JournalFigures.missed(journal) + DumpFigures.missed(dumps)
    + TraceFigures.missed(trace)
if arguments.contains("--gate") {
    print("")
    for line in missed { print("missed: " + line) }
    if missed.isEmpty { print("every promised figure is met") }
    exit(missed.isEmpty ? 0 : 1)
}
