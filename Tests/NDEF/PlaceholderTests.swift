import Testing
@testable import NDEF
