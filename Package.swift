// swift-tools-version: 6.0
import PackageDescription

// The C headers of pcsc-lite include each other without their folder.
let pcscHeaders: [SwiftSetting] = [.unsafeFlags(["-Xcc", "-I/usr/include/PCSC"])]

// A fuzzer's `main` is libFuzzer's own: these targets exist only when asked for (`make fuzz`).
let fuzzing = Context.environment["TAGDESK_FUZZ"] != nil

/// The test targets to build, such as `TAGDESK_TESTS=Tags,Engine` while working on those; all without the variable.
let wanted = Context.environment["TAGDESK_TESTS"].map { $0.split(separator: ",").map(String.init) }

/// A test target whose folder carries the name of the target it tests.
func tests(
    of name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], settings: [SwiftSetting] = []
) -> [Target] {
    guard wanted?.contains(name) ?? true else { return [] }
    return [
        .testTarget(
            name: name + "Tests", dependencies: [.byName(name: name)] + dependencies, path: "Tests/" + name,
            exclude: exclude, swiftSettings: settings)
    ]
}

/// A libFuzzer target; see docs/TESTING.md.
func fuzzer(
    _ name: String, _ dependencies: [Target.Dependency], settings: [SwiftSetting] = []
) -> [Target] {
    fuzzing
        ? [
            .executableTarget(
                name: name, dependencies: dependencies, path: "Fuzz/" + name, swiftSettings: settings)
        ] : []
}

let package = Package(
    name: "tagdesk",
    products: [
        .executable(name: "tagdesk", targets: ["App"]),
        .library(name: "NDEF", targets: ["NDEF"]),
    ],
    targets: [
        .systemLibrary(name: "CNcurses"),
        .systemLibrary(name: "CPCSC"),
        .systemLibrary(name: "CCrypto"),
        .systemLibrary(name: "CSQLite"),
        .systemLibrary(name: "CExpat"),
        .systemLibrary(name: "CLinux"),

        .target(name: "NDEF"),
        .target(name: "Tags", dependencies: ["NDEF", "CCrypto"]),
        .target(name: "Dumps", dependencies: ["Tags", "NDEF", "CExpat", "CLinux"]),
        .target(name: "Simulator", dependencies: ["Tags", "NDEF", "CLinux"]),
        .target(
            name: "Engine", dependencies: ["Tags", "NDEF", "CPCSC", "CSQLite", "CLinux"], swiftSettings: pcscHeaders),
        .target(
            name: "Terminal", dependencies: ["CNcurses", "CLinux"],
            resources: ["default", "dark", "light", "high-contrast", "deuteranopia", "mono"].map {
                .embedInCode("Themes/\($0).theme")
            }),
        .target(
            name: "Screens", dependencies: ["Terminal", "Engine", "Dumps", "Tags", "NDEF"], swiftSettings: pcscHeaders),
        .executableTarget(
            name: "App",
            dependencies: ["Screens", "Terminal", "Engine", "Dumps", "Tags", "NDEF", "Simulator", "CLinux"],
            swiftSettings: pcscHeaders),
        .executableTarget(
            name: "tagdesk-bench", dependencies: ["Engine", "Dumps", "Tags", "NDEF", "Simulator"], path: "Benchmarks",
            swiftSettings: pcscHeaders),
    ]
        + tests(of: "NDEF")
        + tests(of: "Tags", ["NDEF"])
        + tests(of: "Dumps", ["Tags", "NDEF"])
        + tests(of: "Simulator", ["Tags", "NDEF"])
        + tests(of: "Engine", ["Tags", "NDEF", "Simulator"], settings: pcscHeaders)
        + tests(of: "Terminal")
        + tests(
            of: "Screens", ["Terminal", "Engine", "Dumps", "Tags", "NDEF", "Simulator"], exclude: ["Golden"],
            settings: pcscHeaders)
        + tests(
            of: "App", ["Screens", "Terminal", "Engine", "Dumps", "Tags", "NDEF", "Simulator"], settings: pcscHeaders)
        + fuzzer("FuzzNDEF", ["NDEF"])
        + fuzzer("FuzzTLV", ["Tags", "NDEF"])
        + fuzzer("FuzzTagImage", ["Tags", "NDEF"])
        + fuzzer("FuzzDump", ["Dumps", "Tags", "NDEF"])
        + fuzzer("FuzzTrace", ["Engine"], settings: pcscHeaders),
    swiftLanguageModes: [.v6]
)
