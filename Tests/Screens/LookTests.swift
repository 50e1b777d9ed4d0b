import Testing
import Terminal
@testable import Screens

@Test func look() {
    let s = Session()
    print(s.text)
    s.place("ntag215-link-text")
    print(s.text)
    for k in ["1","3","4","5"] { s.press(k); print(s.text) }
    s.send(.resize(Size(columns: 120, rows: 40))); s.press("2"); print(s.text)
    s.send(.resize(Size(columns: 200, rows: 60))); print(s.text)
    s.press("?"); print(s.text)
}
