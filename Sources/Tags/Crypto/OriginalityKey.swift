/// A public key that a maker published for checking originality signatures.
public struct OriginalityKey: Equatable, Sendable {
    /// The curve.
    public let curve: Type2Chip.SignatureCurve
    /// Whose key it is and for which chips.
    public let name: String
    /// True where the signature is over the SHA-256 of the UID instead of its bytes.
    public let hashesUID: Bool
    /// The point, uncompressed: `04h`, X, Y in hex.
    let point: String

    /// Every published key. NTAG 5 shares the key of NTAG21x, so a name can stand for a key that is in the list twice.
    ///
    /// Source: proxmark3, `originality.c`; NXP AN11341, AN11350, AN13452, AN12998, AN12196, AN12343; ST AN5101, AN5660, AN5580.
    public static let all: [OriginalityKey] = [
        OriginalityKey(
            curve: .secp128r1, name: "NXP MIFARE Classic EV1", hashesUID: false,
            point: "044F6D3F294DEA5737F0F46FFEE88A356EED95695DD7E0C27A591E6F6F65962BAF"),
        OriginalityKey(
            curve: .secp128r1, name: "MIFARE Classic QL88", hashesUID: false,
            point: "046F70AC557F5461CE5052C8E4A7838C11C7A236797E8A0730A101837C004039C2"),
        OriginalityKey(
            curve: .secp128r1, name: "NXP (NTAG210/212?)", hashesUID: false,
            point: "04A748B6A632FBEE2C0897702B33BEA1C074998E17B84ACA04FF267E5D2C91F6DC"),
        OriginalityKey(
            curve: .secp128r1, name: "NXP Ultralight EV1", hashesUID: false,
            point: "0490933BDCD6E99B4E255E3DA55389A827564E11718E017292FAF23226A96614B8"),
        OriginalityKey(
            curve: .secp128r1, name: "NXP NTAG21x", hashesUID: false,
            point: "04494E1A386D3D3CFE3DC10E5DE68A499B1C202DB5B132393E89ED19FE5BE8BC61"),
        OriginalityKey(
            curve: .secp128r1, name: "NXP NTAG 5 link, NTAG 5 boost", hashesUID: false,
            point: "04494E1A386D3D3CFE3DC10E5DE68A499B1C202DB5B132393E89ED19FE5BE8BC61"),
        OriginalityKey(
            curve: .secp192r1, name: "NXP Ultralight AES", hashesUID: false,
            point: "0453BF8C49B7BD9FE3207A91513B9C1D238ECAB07186B772104AB535F7D3AE63CF"
                + "7C7F3DD0D169DA3E99E43C6399621A86"),
        OriginalityKey(
            curve: .secp192r1, name: "NXP Ultralight AES (second key)", hashesUID: false,
            point: "04DC34DAA903F2726A6225B11C692AF6AB4396575CA12810CBBCE3F781A097B383"
                + "3B50AB364A70D9C2B641A728A599AE74"),
        OriginalityKey(
            curve: .secp192r1, name: "NXP NTAG 22x DNA", hashesUID: false,
            point: "0485D5B9353B4FAA77581BA2AE96630C5876D6E8603308ABE9A81A0B506F52D02D"
                + "04FEE6F2D365B3DEE7B9FAD9133E2976"),
        OriginalityKey(
            curve: .secp224r1, name: "NXP MIFARE Plus EV1", hashesUID: false,
            point: "044409ADC42F91A8394066BA83D872FB1D16803734E911170412DDF8BAD1A4DADF"
                + "D0416291AFE1C748253925DA39A5F39A1C557FFACD34C62E"),
        OriginalityKey(
            curve: .secp224r1, name: "NXP MIFARE Plus EV2", hashesUID: false,
            point: "04BB49AE4447E6B1B6D21C098C1538B594A11A4A1DBF3D5E673DEACDEB3CC512D1"
                + "C08AFA1A2768CE20A200BACD2DC7804CD7523A0131ABF607"),
        OriginalityKey(
            curve: .secp224r1, name: "MIFARE Plus Troika", hashesUID: false,
            point: "040F732E0EA7DF2B38F791BF89425BF7DCDF3EE4D976669E3831F324FF15751BD5"
                + "2AFF1782F72FF2731EEAD5F63ABE7D126E03C856FFB942AF"),
        OriginalityKey(
            curve: .secp224r1, name: "NXP MIFARE DESFire Light", hashesUID: false,
            point: "040E98E117AAA36457F43173DC920A8757267F44CE4EC5ADD3C54075571AEBBF7B"
                + "942A9774A1D94AD02572427E5AE0A2DD36591B1FB34FCF3D"),
        OriginalityKey(
            curve: .secp224r1, name: "NXP NTAG 413 DNA, DESFire EV1", hashesUID: false,
            point: "04BB5D514F7050025C7D0F397310360EEC91EAF792E96FC7E0F496CB4E669D414F"
                + "877B7B27901FE67C2E3B33CD39D1C797715189AC951C2ADD"),
        OriginalityKey(
            curve: .secp224r1, name: "NXP NTAG 424 DNA, DESFire EV2, DESFire Light EV2", hashesUID: false,
            point: "04B304DC4C615F5326FE9383DDEC9AA892DF3A57FA7FFB3276192BC0EAA252ED45"
                + "A865E3B093A3D0DCE5BE29E92F1392CE7DE321E3E5C52B3A"),
        OriginalityKey(
            curve: .secp224r1, name: "NXP NTAG 424 DNA, DESFire EV2, DESFire Light", hashesUID: false,
            point: "048A9B380AF2EE1B98DC417FECC263F8449C7625CECE82D9B916C992DA209D6842"
                + "2B81EC20B65A66B5102A61596AF3379200599316A00A1410"),
        OriginalityKey(
            curve: .secp224r1, name: "NXP MIFARE DESFire EV2 XL", hashesUID: false,
            point: "04CD5D45E50B1502F0BA4656FF37669597E7E183251150F9574CC8DA56BF01C7AB"
                + "E019E29FEA48F9CE22C3EA4029A765E1BC95A89543BAD1BC"),
        OriginalityKey(
            curve: .secp224r1, name: "NXP MIFARE DESFire EV3", hashesUID: false,
            point: "041DB46C145D0A36539C6544BD6D9B0AA62FF91EC48CBC6ABAE36E0089A46F0D08"
                + "C8A715EA40A63313B92E90DDC1730230E0458A33276FB743"),
        OriginalityKey(
            curve: .secp128r1, name: "ST TruST25 (ST25TA)", hashesUID: true,
            point: "041D92163650161A2548D33881C235D0FB2315C2C31A442F23C87ACF14497C0CBA"),
        OriginalityKey(
            curve: .secp128r1, name: "ST TruST25 (ST25TN)", hashesUID: true,
            point: "0440004F974F7C76BC8718E523D85FA7B354A9A992BFA966CB8219242F9D274FD6"),
        OriginalityKey(
            curve: .secp128r1, name: "ST TruST25 (ST25TV)", hashesUID: true,
            point: "04101E188A8B4CDDBC62D5BC3E0E6850F0C2730E744B79765A0E079907FBDB01BC"),
        OriginalityKey(
            curve: .secp128r1, name: "NXP ICODE DNA, ICODE 3, ICODE SLIX2", hashesUID: false,
            point: "048878A2A2D3EEC336B4F261A082BD71F9BE11C4E2E896648B32EFA59CEA6E59F0"),
        OriginalityKey(
            curve: .secp128r1, name: "VivoKey Spark1", hashesUID: true,
            point: "04D64BB732C0D214E7EC580736ACF847284B502C25C0F7F2FA86AACE1DADA4387A"),
        OriginalityKey(
            curve: .secp128r1, name: "Mikron", hashesUID: false,
            point: "04F971EDA742A4A80D32DCF6A814A707CC3DC396D35902F72929FDCD698B3468F2"),
    ]
}
