// swift-tools-version: 6.2

import PackageDescription

/// The language settings of the engine, which every Swift target uses.
let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Measures the accuracy of the engine. A nested package, because its reference requires gcc's libquadmath on x86-64
/// Linux.
let package = Package(
    name: "accuracy",
    platforms: [.macOS(.v26)],
    dependencies: [.package(name: "options-analytics", path: "../..", traits: [])],
    targets: [
        .target(name: "CReference", linkerSettings: [.linkedLibrary("quadmath")]),
        .executableTarget(
            name: "accuracy",
            dependencies: [
                "CReference",
                .product(name: "ExactPayoff", package: "options-analytics"),
                .product(name: "OptionKernels", package: "options-analytics"),
                .product(name: "OptionPricing", package: "options-analytics"),
                .product(name: "StrategyValuation", package: "options-analytics"),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(name: "CReferenceTests", dependencies: ["CReference"], swiftSettings: swiftSettings),
    ],
    cLanguageStandard: .gnu17
)
