// swift-tools-version: 6.2

import PackageDescription

/// Every Swift target is held to the same language rules.
let swiftSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "options-analytics",
    platforms: [.macOS(.v26)],
    products: [
        .library(name: "OptionsAnalytics", targets: ["OptionsAnalytics"]),
        .library(name: "StrategyAnalytics", targets: ["StrategyAnalytics"]),
        .library(name: "StrategyContract", targets: ["StrategyContract"]),
        .library(name: "StrategyBatch", targets: ["StrategyBatch"]),
        .library(name: "OptionPricing", targets: ["OptionPricing"]),
        .library(name: "PayoffChart", targets: ["PayoffChart"]),
        .library(name: "PortfolioRisk", targets: ["PortfolioRisk"]),
        .library(name: "LinearAlgebra", targets: ["LinearAlgebra"]),
        .library(name: "VectorMath", targets: ["VectorMath"]),
        .library(name: "VolatilitySmile", targets: ["VolatilitySmile"]),
        .executable(name: "options", targets: ["options"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    ],
    targets: [
        // MARK: Public API
        .target(
            name: "OptionPricing",
            dependencies: ["VectorMath", "_OptionsMath"],
            swiftSettings: swiftSettings
        ),
        .target(name: "LinearAlgebra", dependencies: ["COptionsLAPACKE"], swiftSettings: swiftSettings),
        .target(
            name: "VolatilitySmile",
            dependencies: ["LinearAlgebra", "OptionPricing", "_OptionsMath"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "StrategyAnalytics",
            dependencies: ["LinearAlgebra", "OptionPricing", "VectorMath", "_OptionsMath"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "PortfolioRisk",
            dependencies: ["LinearAlgebra", "OptionPricing", "StrategyAnalytics", "_OptionsMath"],
            swiftSettings: swiftSettings
        ),
        .target(name: "PayoffChart", dependencies: ["StrategyAnalytics"], swiftSettings: swiftSettings),
        .target(
            name: "StrategyContract",
            dependencies: ["OptionPricing", "PayoffChart", "StrategyAnalytics", "_OptionsMath", "COptionsJSON"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "StrategyBatch",
            dependencies: [
                "StrategyContract", "StrategyAnalytics",
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
            ],
            swiftSettings: swiftSettings
        ),

        .target(
            name: "OptionsAnalytics",
            dependencies: [
                "LinearAlgebra", "OptionPricing", "PayoffChart", "PortfolioRisk", "StrategyAnalytics",
                "StrategyBatch", "StrategyContract", "VectorMath", "VolatilitySmile",
            ],
            swiftSettings: swiftSettings
        ),

        // MARK: Implementation
        // The C mathematics library is not linked by default on Linux.
        .target(
            name: "_OptionsMath", swiftSettings: swiftSettings,
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]
        ),
        .target(name: "COptionsKernels", exclude: ["coefficients"]),
        // Spans of a result's columns depend on the lifetime of the result.
        .target(
            name: "VectorMath", dependencies: ["COptionsKernels"],
            swiftSettings: swiftSettings + [.enableExperimentalFeature("Lifetimes")]
        ),
        .target(name: "COptionsLAPACKE"),
        .systemLibrary(name: "COptionsZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "COptionsJSON", linkerSettings: [.linkedLibrary("simdjson")]),

        // MARK: Executables
        .executableTarget(
            name: "options",
            dependencies: [
                "PayoffChart", "StrategyAnalytics", "StrategyBatch", "StrategyContract", "VectorMath", "COptionsZlib",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: swiftSettings
        ),

        // MARK: Tests
        .target(name: "_TestSupport", swiftSettings: swiftSettings),
        .testTarget(
            name: "VectorMathTests",
            dependencies: ["VectorMath", "_TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "LinearAlgebraTests",
            dependencies: ["LinearAlgebra", "VectorMath", "_TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "OptionPricingTests",
            dependencies: ["OptionPricing", "_TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "VolatilitySmileTests",
            dependencies: ["VolatilitySmile", "OptionPricing", "_TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "StrategyAnalyticsTests",
            dependencies: ["StrategyAnalytics", "LinearAlgebra", "OptionPricing", "_TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PortfolioRiskTests",
            dependencies: ["PortfolioRisk", "LinearAlgebra", "OptionPricing", "StrategyAnalytics", "_TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PayoffChartTests",
            dependencies: ["PayoffChart", "StrategyAnalytics", "_TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "StrategyContractTests",
            dependencies: ["StrategyContract", "OptionPricing", "PayoffChart", "StrategyAnalytics", "_TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "StrategyBatchTests",
            dependencies: ["StrategyAnalytics", "StrategyBatch", "StrategyContract", "_TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "optionsTests",
            dependencies: ["options", "StrategyAnalytics", "StrategyContract", "_TestSupport"],
            swiftSettings: swiftSettings
        ),
    ],
    cLanguageStandard: .c17,
    cxxLanguageStandard: .cxx17
)
