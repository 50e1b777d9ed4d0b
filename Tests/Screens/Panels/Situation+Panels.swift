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
        Situation("trace-export") { tracing("ntag213-factory").press("e").type("/tmp/a.pcapng").model },
        Situation("trace-nothing") { Session().press("T").model },
    ]

    static func tracing(_ tag: String) -> Session { Session().place(tag).quiet().press("T") }
}
