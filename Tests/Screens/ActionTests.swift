import Terminal
import Testing

@testable import Screens

@Suite("Actions")
struct ActionTests {
    @Test("every action is in the table once, with a key, a name and help", arguments: Action.ID.allCases)
    func complete(id: Action.ID) {
        let actions = Action.all.filter { $0.id == id }
        #expect(actions.count == 1)
        #expect(actions.allSatisfy { !$0.keys.isEmpty && !$0.title.isEmpty && !$0.help.isEmpty && !$0.command.isEmpty })
    }

    @Test("no key and no command means two things")
    func unique() {
        // A screen's own actions may take a key that means something else on other screens, never one of each other.
        for screen in [Screen?.none, .compose, .protect, .journal, .console, .trace, .tools, .dumps, .compare] {
            let keys = Action.all.filter { $0.group.screen == screen && !$0.group.isTyping }.flatMap(\.keys)
            #expect(Set(keys).count == keys.count)
        }
        let typing = Action.all.filter(\.group.isTyping).flatMap(\.keys)
        #expect(Set(typing).count == typing.count)
        #expect(Set(Action.all.map(\.command)).count == Action.all.count)
    }

    @Test("a key's printed name leads back to the key")
    func names() {
        for key in Action.all.flatMap(\.keys) { #expect(Key(named: key.name) == key) }
        #expect(Key(named: "Ctrl-D") == Key(.character("d"), control: true))
        #expect(Key(named: "Shift-Tab") == Key(.tab, shift: true))
        #expect(Key(named: "F5") == Key(.function(5)))
        #expect(Key(named: "Nonsense") == nil)
    }

    @Test("the key sheet names every action with its keys")
    func markdown() {
        for action in Action.all {
            #expect(Action.markdown.contains("`:\(action.command)`"))
            for key in action.keys { #expect(Action.markdown.contains("`\(key.name)`")) }
        }
    }

    @Test("help lists every action, and those that cannot be done say why")
    func help() {
        let text = HelpText.lines(of: AppModel(), matching: "", columns: 100).map(\.text).joined(separator: "\n")
        for action in Action.all { #expect(text.contains(action.title)) }
        #expect(text.contains("not now: no reader is connected"))
    }

    @Test("the F-bar shows only what is there, help and quit also on the narrowest screen")
    func bar() {
        let wide = AppModel().barItems(columns: 200).map(\.action.id)
        #expect(wide == [.help, .edit, .compose, .protect, .goTo, .search, .dumps, .palette, .quit])
        let narrow = AppModel().barItems(columns: 24).map(\.action.id)
        #expect(narrow.contains(.help) && narrow.contains(.quit))
        let simulated = AppModel(options: .init(simulated: true)).barItems(columns: 200).map(\.action.id)
        #expect(simulated.contains(.bench))
    }

    @Test(
        "the palette puts the action whose name was typed first",
        arguments: [("goto", Action.ID.goTo), ("quit", .quit), ("theme", .chooseTheme), ("rd ag", .readAgain)])
    func palette(typed: String, id: Action.ID) {
        #expect(PaletteEntry.matching(typed, in: AppModel()).first?.action.id == id)
    }

    @Test("the palette shows what cannot be done, with the reason")
    func paletteReasons() {
        let entry = PaletteEntry.matching("read", in: AppModel()).first { $0.action.id == .readAgain }
        #expect(entry?.disabled == "no reader is connected")
        #expect(PaletteEntry.matching("", in: AppModel()).count == Action.all.count)
        #expect(PaletteEntry.matching("zzzz", in: AppModel()).isEmpty)
    }

    @Test("what holds the letters in one piece leaves no scattered fit beside it")
    func onePiece() {
        let ids = PaletteEntry.matching("pas", in: AppModel()).map(\.action.id)
        #expect(ids.contains(.readWithPassword) && !ids.contains(.cancelOperation))
    }
}
