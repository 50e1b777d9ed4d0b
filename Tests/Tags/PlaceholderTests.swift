import Testing
@testable import Tags
