// swift-tools-version: 6.2

import PackageDescription

/// Every Swift target is held to the language rules of the engine.
let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The measurement of accuracy. Nested, because its reference takes gcc's libquadmath, and x86-64 Linux.
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
                .product(name: "OptionPricing", package: "options-analytics"),
                .product(name: "StrategyAnalytics", package: "options-analytics"),
                .product(name: "VectorMath", package: "options-analytics"),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(name: "CReferenceTests", dependencies: ["CReference"], swiftSettings: swiftSettings),
    ],
    cLanguageStandard: .gnu17
)
