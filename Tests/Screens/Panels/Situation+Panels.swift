import Engine
import Tags
import Terminal

@testable import Screens

extension Situation {
    /// What the screens Console, Trace and Tools can be in.
    static let panels: [Situation] = [
        Situation("trace") { tracing("ntag213-factory").model },
        Situation("trace-open") { tracing("ntag213-factory").press("g", "Enter").model },
        Situation("trace-filter") { tracing("ntag213-read-password").press("f").type("READ").model },
        Situation("trace-failures") { tracing("ntag213-read-password").press("F").model },
        Situation("trace-export") {
            tracing("ntag213-factory").press("e").type("trace.pcapng").press("Tab", "Left").model
        },
        Situation("trace-nothing") { Session().press("T").model },
        Situation("console-empty") { consoling("ntag213-factory").model },
        Situation("console") {
            consoling("ntag213-factory").type("# which chip").press("Enter").type("native 60").press("Enter")
                .type("native 30 FF").press("Enter").type("native 30").quiet().model
        },
        Situation("console-card") {
            consoling("ntag424-factory").type(":settings").press("Enter").quiet().press("Tab").model
        },
        Situation("console-commands") { consoling("ntag213-factory").press("Ctrl-K").model },
        Situation("console-confirm") {
            consoling("ntag213-factory").type("native A2 02 00 48 01 00").press("Enter").model
        },
        Situation("console-read-only") {
            Session(readOnly: true).place("ntag213-factory").quiet().press("C").type("native A2 05 00 00 00 00").model
        },
        Situation("console-no-tag") { Session().press("C").type("native 60").model },
        Situation("tools-convert") { Session().press("O").type("1F90").model },
        Situation("tools-crc") {
            Session().press("O", "Ctrl-P", "Ctrl-P", "Ctrl-P", "Ctrl-P", "Ctrl-P").type("30 04").model
        },
        Situation("tools-atr") {
            Session().place("ntag213-factory").quiet().press("O", "Ctrl-P", "Ctrl-P", "Ctrl-P", "Ctrl-P", "Tab", "j")
                .model
        },
        Situation("tools-access") { Session().press("O", "Ctrl-N").type("00 E0").model },
        Situation("tools-wrong") { Session().press("O", "Ctrl-N").type("00 E").model },
    ]

    static func tracing(_ tag: String) -> Session { Session().place(tag).quiet().press("T") }

    static func consoling(_ tag: String) -> Session { Session().place(tag).quiet().press("C") }
}
