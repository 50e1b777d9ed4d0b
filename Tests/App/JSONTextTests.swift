import Foundation
import Testing

@testable import App

@Suite("JSON text")
struct JSONTextTests {
    @Test("members keep their order, and a key that is set again keeps its place")
    func order() {
        var object: JSONObject = ["b": 1, "a": true]
        object["c"] = .null
        object["b"] = "x"
        #expect(JSONValue.object(object).text == #"{"b":"x","a":true,"c":null}"#)
        object["a"] = nil
        #expect(JSONValue.object(object).text == #"{"b":"x","c":null}"#)
    }

    @Test("every scalar that could act on a terminal is escaped, and every scalar comes back as it was")
    func everyScalar() throws {
        var all = ""
        for value in UInt32(0)...0x2FFF { if let scalar = Unicode.Scalar(value) { all.unicodeScalars.append(scalar) } }
        for value: UInt32 in [0xD7FF, 0xE000, 0xFEFF, 0xFFFD, 0x1F600, 0xE0001, 0x10FFFF] {
            if let scalar = Unicode.Scalar(value) { all.unicodeScalars.append(scalar) }
        }
        let text = JSONValue.array([.string(all)]).text
        for scalar in text.unicodeScalars {
            #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
            #expect(!(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value))
        }
        let back = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String])
        #expect(Array(back[0].unicodeScalars) == Array(all.unicodeScalars))
    }

    @Test("what is not known is null")
    func unknown() {
        #expect(
            JSONValue([JSONValue(nil as String?), JSONValue(nil as Int?), JSONValue(nil as Bool?)]).text
                == "[null,null,null]")
    }
}

extension JSONValue {
    fileprivate init(_ values: [JSONValue]) { self = .array(values) }
}
