/// Names of applications and files that the NFC Forum and chip makers fixed.
public enum Type4Names {
    /// The NDEF application of mapping versions 2.0 and 3.0.
    public static let applicationV2: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]
    /// The NDEF application of mapping version 1.0; on DESFire and NTAG 424 DNA the name of the card itself.
    public static let applicationV1: [UInt8] = [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x00]
    /// What an application is called, where its name is known here.
    public static func words(ofApplication name: [UInt8]) -> String? {
        Type4Identification.applications.first { $0.name == name }.map { "the application \($0.words)" }
    }

    /// The capability container.
    public static let capabilityContainer: UInt16 = 0xE103
    /// The NDEF file as most cards name it; what counts is the capability container.
    public static let message: UInt16 = 0xE104
}
