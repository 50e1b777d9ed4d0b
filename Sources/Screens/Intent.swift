import Dumps
import Engine

/// What the screens ask the program to do; they never do it themselves.
public enum Intent: Equatable, Sendable {
    /// Hand a command to the engine.
    case submit(Command)
    /// Stop an operation at its next safe point.
    case cancel(OperationID)
    /// Leave the program.
    case quit
    /// Put text on the clipboard of the terminal.
    case copy(String)
    /// Open a link with the desktop's program for it. Only ever sent after a person saw the whole link and said yes.
    case openLink(String)
    /// Put a simulated tag on the reader, take it off, or pull it away in the middle of the work.
    case bench(BenchRequest)
    /// Draw in another theme from now on.
    case setTheme(String)
    /// Keep the theme of this name for the next start: it was chosen, not just looked at.
    case saveTheme(String)
    /// Listen to the mouse or not.
    case setMouse(Bool)
    /// Paint the whole terminal anew.
    case repaint
    /// Give the terminal back to the shell until the program is continued.
    case suspend
    /// Read a file that a person named; `AppModel.take` is given what is in it.
    case readFile(path: String, FilePurpose)
    /// Say which templates there are.
    case listTemplates
    /// Keep a message as a template; in place of one of that name only where that is wanted.
    case saveTemplate(name: String, [UInt8], replacing: Bool)
    /// Give the message of a template.
    case openTemplate(String)
    /// List operations of the journal.
    case listJournal(JournalQuery)
    /// Give one operation of the journal whole.
    case openJournalEntry(Int64)
    /// Say how many wrong passwords went to a tag since the last right one.
    case countAttempts(uid: [UInt8])
    /// Give exchanges of the trace that fit, from the one of this place among them on, or the last ones.
    case listTrace(TraceFilter, first: Int?, count: Int)
    /// Find the next exchange that fits and holds a text, from this place on, round the end.
    case findInTrace(TraceFilter, text: String, from: Int, backwards: Bool)
    /// Write the trace to a file; in place of one that is there only where that is wanted.
    case exportTrace(TraceExportOrder)
    /// Take the trace in a file for what is listed, searched and exported from now on; `nil` for the session's own again.
    case openTrace(path: String?)
    /// List the dumps of the library that hold these words, all without one; the folder looked at anew, or only what was
    /// found in it last.
    case listDumps(filter: String, anew: Bool)
    /// Open a dump.
    case openDump(DumpPlace, DumpUse)
    /// Keep a dump in the library, under a name that says what it is; nothing is ever replaced.
    case keepDump(Dump)
    /// Give a dump of the library another name, where none has it.
    case renameDump(String, to: String)
    /// Take a dump out of the library. Only ever sent after a yes.
    case deleteDump(String)
    /// Write a file that a person named; in place of one that is there only where that is wanted.
    case writeFile(path: String, [UInt8], replacing: Bool)
    /// Say how the journal last knew a tag.
    case lastSeen(uid: [UInt8])
}

/// What a file that a person named is read for.
public enum FilePurpose: Equatable, Sendable {
    /// A draft begins with the message in it.
    case message
    /// Its bytes are the payload of a record.
    case payload
    /// It holds an AES key, as 32 hex digits or 16 bytes; one that others may read is refused.
    case key
}

/// What the program found where the screens sent it to look.
public enum StorageAnswer: Sendable {
    /// A file's bytes.
    case file(path: String, FilePurpose, [UInt8])
    /// The names of the templates, in order.
    case templates([String])
    /// A template's message.
    case template(name: String, [UInt8])
    /// Nothing was kept: there is a template of this name.
    case templateIsThere(name: String)
    /// The template was kept.
    case saved(name: String)
    /// Operations of the journal, the newest first.
    case journal([JournalSummary])
    /// One operation whole; `nil` where there is none of that number.
    case journalEntry(JournalEntry?)
    /// The wrong passwords that went to a tag since the last right one.
    case attempts(uid: [UInt8], Int)
    /// Exchanges of the trace, by this filter.
    case trace(TraceWindow, of: TraceFilter)
    /// The place of what was searched for in the trace; `nil` where nothing fits.
    case foundInTrace(Int?)
    /// The trace was written: so many exchanges, and what has no place in the format, a sentence each.
    case exported(TraceExportOrder, exchanges: Int, lost: [String])
    /// Nothing was written: there is a file of this name.
    case exportIsThere(TraceExportOrder)
    /// A trace file is what is listed now: its readers, and what is wrong with it.
    case traceOpened(path: String, readers: [String], problems: [String])
    /// The dumps of the library that hold the words, and why the folder could not be read.
    case dumps(filter: String, [DumpRow], problem: String?)
    /// A dump, opened.
    case dump(DumpPlace, OpenedDump, DumpUse)
    /// A dump could not be opened, and what to do about it.
    case dumpRefused(DumpPlace, DumpUse, String, advice: String?)
    /// A dump was kept in the library under this name.
    case dumpKept(name: String)
    /// A dump has this name now.
    case dumpRenamed(to: String)
    /// A dump is no longer in the library.
    case dumpDeleted(name: String)
    /// The file was written.
    case fileWritten(path: String)
    /// Nothing was written: there is a file of this name.
    case fileIsThere(path: String)
    /// The newest operation on a tag that the journal has; `nil` where it has none.
    case lastSeen(uid: [UInt8], LastSeen?)
    /// It could not be done, and what to do about it.
    case failed(String, advice: String?)
}

/// What can be done with the tags of the simulator.
public enum BenchRequest: Equatable, Sendable {
    /// Put this tag on the reader, in place of the one that is there.
    case place(String)
    /// Take the tag off.
    case remove
    /// Take the tag off after this many more frames on air, in the middle of the last.
    case pull(afterFrames: Int)
}
