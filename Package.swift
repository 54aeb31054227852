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

/// A dependency of the server. It is not fetched if the trait `Server` is disabled.
func server(_ product: String, _ package: String) -> Target.Dependency {
    .product(name: product, package: package, condition: .when(traits: ["Server"]))
}

/// Enables lifetime annotations, for targets with types that hold or return spans.
let lifetimes = SwiftSetting.enableExperimentalFeature("Lifetimes")

let package = Package(
    name: "options-analytics",
    // The minimum for `InlineArray`, which the engine uses. The sources of OptionsClient require iOS 15 or macOS 12
    // (docs/client.md).
    platforms: [.macOS(.v26), .iOS(.v26)],
    products: [
        .library(name: "OptionsAnalytics", targets: ["OptionsAnalytics"]),
        .library(name: "ExactPayoff", targets: ["ExactPayoff"]),
        .library(name: "StrategyNames", targets: ["StrategyNames"]),
        .library(name: "StrategyValuation", targets: ["StrategyValuation"]),
        .library(name: "AccountMargin", targets: ["AccountMargin"]),
        .library(name: "StrategyRequests", targets: ["StrategyRequests"]),
        .library(name: "StrategySearch", targets: ["StrategySearch"]),
        .library(name: "StrategyContract", targets: ["StrategyContract"]),
        .library(name: "StrategyBatch", targets: ["StrategyBatch"]),
        .library(name: "OptionPricing", targets: ["OptionPricing"]),
        .library(name: "PayoffChart", targets: ["PayoffChart"]),
        .library(name: "PortfolioRisk", targets: ["PortfolioRisk"]),
        .library(name: "LinearAlgebra", targets: ["LinearAlgebra"]),
        .library(name: "OptionKernels", targets: ["OptionKernels"]),
        .library(name: "VolatilitySmile", targets: ["VolatilitySmile"]),
        .library(name: "MarketData", targets: ["MarketData"]),
        .library(name: "MarketStore", targets: ["MarketStore"]),
        .library(name: "OptionsServer", targets: ["OptionsServer"]),
        .library(name: "OptionsClient", targets: ["OptionsClient"]),
        // The native module of the Python package, which `make wheel` builds.
        .library(name: "OptionsPython", type: .dynamic, targets: ["OptionsPython", "COptionsPython"]),
        .executable(name: "options", targets: ["options"]),
        .executable(name: "options-server", targets: ["options-server"]),
    ],
    traits: [
        .default(enabledTraits: ["Server"]),
        .trait(
            name: "Server", description: "The API server (Hummingbird). Without it, none of its packages is fetched."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        // Of the trait `Server`
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0", traits: []),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // MARK: Public API
        .target(name: "DecimalNumbers", swiftSettings: swiftSettings),
        .target(
            name: "OptionPricing",
            dependencies: ["OptionKernels", "_OptionsMath"],
            swiftSettings: swiftSettings + [lifetimes]
        ),
        .target(name: "LinearAlgebra", dependencies: ["COptionsLAPACKE"], swiftSettings: swiftSettings),
        .target(
            name: "VolatilitySmile",
            dependencies: ["OptionPricing", "_OptionsMath"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "ExactPayoff", dependencies: ["DecimalNumbers", "OptionKernels", "OptionPricing"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "StrategyNames", dependencies: ["DecimalNumbers", "ExactPayoff"], swiftSettings: swiftSettings
        ),
        .target(
            name: "StrategyValuation",
            dependencies: [
                "DecimalNumbers", "ExactPayoff", "LinearAlgebra", "OptionKernels", "OptionPricing", "VolatilitySmile",
                "_OptionsMath",
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "AccountMargin",
            dependencies: [
                "DecimalNumbers", "ExactPayoff", "OptionPricing", "StrategyNames", "StrategyValuation", "_OptionsMath",
                "COptionsSolver",
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "StrategyRequests",
            dependencies: [
                "AccountMargin", "DecimalNumbers", "ExactPayoff", "LinearAlgebra", "OptionPricing", "PortfolioRisk",
                "StrategyNames", "StrategyValuation", "VolatilitySmile", "_OptionsMath",
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "StrategySearch",
            dependencies: [
                "DecimalNumbers", "ExactPayoff", "OptionKernels", "OptionPricing", "StrategyNames", "StrategyRequests",
                "StrategyValuation", "VolatilitySmile", "_OptionsMath", "_OptionsThreads",
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "PortfolioRisk",
            dependencies: ["ExactPayoff", "LinearAlgebra", "OptionPricing", "StrategyValuation", "_OptionsMath"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "PayoffChart", dependencies: ["ExactPayoff", "StrategyNames", "StrategyRequests"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "MarketData",
            dependencies: ["OptionPricing", "VolatilitySmile", "_OptionsMath"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "StrategyContract",
            dependencies: [
                "AccountMargin", "DecimalNumbers", "ExactPayoff", "OptionPricing", "PayoffChart", "StrategyNames",
                "StrategyRequests", "StrategySearch", "StrategyValuation", "VolatilitySmile", "_OptionsMath",
                "COptionsJSON",
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "StrategyBatch",
            dependencies: [
                "StrategyContract", "StrategyRequests", "_OptionsMath", "_OptionsThreads",
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
            ],
            swiftSettings: swiftSettings
        ),

        .target(
            name: "OptionsAnalytics",
            dependencies: [
                "AccountMargin", "ExactPayoff", "LinearAlgebra", "OptionKernels", "OptionPricing", "PayoffChart",
                "PortfolioRisk", "StrategyBatch", "StrategyContract", "StrategyNames", "StrategyRequests",
                "StrategySearch", "StrategyValuation", "VolatilitySmile",
            ],
            swiftSettings: swiftSettings
        ),

        // The client for apps. Its sources use nothing newer than iOS 15 and macOS 12.
        .target(name: "OptionsClient", swiftSettings: swiftSettings),

        // MARK: Python
        // The functions of the engine in C, as one header declares them.
        .target(name: "COptionsBinding"),
        .target(
            name: "OptionsPython",
            dependencies: [
                "DecimalNumbers", "ExactPayoff", "OptionKernels", "OptionPricing", "StrategyBatch", "StrategyContract",
                "StrategyRequests", "StrategyValuation", "_OptionsMath", "COptionsBinding", "COptionsJSON",
            ],
            exclude: ["package"],
            swiftSettings: swiftSettings + [lifetimes]
        ),
        // The module; empty without the headers of Python.
        .target(name: "COptionsPython", dependencies: ["COptionsBinding"]),

        // MARK: Server
        .target(
            name: "SimulatedMarket", dependencies: ["MarketData", "OptionPricing", "VolatilitySmile", "_OptionsMath"],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "MarketStore",
            dependencies: [
                "MarketData", "_OptionsProcess", .product(name: "SystemPackage", package: "swift-system"),
                server("GRDB", "GRDB.swift"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "MarketProviders",
            dependencies: [
                "MarketData", server("AsyncHTTPClient", "async-http-client"), server("CoreMetrics", "swift-metrics"),
                server("Logging", "swift-log"), server("NIOCore", "swift-nio"), server("NIOHTTP1", "swift-nio"),
                server("NIOHTTPCompression", "swift-nio-extras"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "MarketServices",
            dependencies: [
                "MarketData", "MarketStore", "OptionPricing", server("CoreMetrics", "swift-metrics"),
                server("Logging", "swift-log"), server("ServiceLifecycle", "swift-service-lifecycle"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(
            name: "OptionsServer",
            dependencies: [
                "ExactPayoff", "MarketData", "MarketProviders", "MarketServices", "MarketStore", "OptionPricing",
                "SimulatedMarket", "StrategyBatch", "StrategyContract", "StrategyValuation", "VolatilitySmile",
                "_OptionsMath", "_OptionsThreads", "COptionsPage", "COptionsServer", "COptionsZlib",
                .product(name: "SystemPackage", package: "swift-system"),
                server("CoreMetrics", "swift-metrics"),
                server("Hummingbird", "hummingbird"),
                server("HummingbirdCore", "hummingbird"),
                server("HTTPTypes", "swift-http-types"),
                server("Logging", "swift-log"),
                server("NIOCore", "swift-nio"),
                server("NIOHTTP1", "swift-nio"),
                server("NIOPosix", "swift-nio"),
                server("NIOHTTPTypes", "swift-nio-extras"),
                server("NIOHTTPTypesHTTP1", "swift-nio-extras"),
                server("ServiceLifecycle", "swift-service-lifecycle"),
            ],
            swiftSettings: swiftSettings
        ),
        .target(name: "COptionsPage", exclude: ["package.json", "page"]),
        .target(name: "COptionsServer"),

        // MARK: Implementation
        // The C mathematics library is not linked by default on Linux.
        .target(
            name: "_OptionsMath", swiftSettings: swiftSettings,
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]
        ),
        // Threads and a lock with a condition variable.
        .target(name: "_OptionsThreads", dependencies: ["_OptionsMath"], swiftSettings: swiftSettings),
        // Code shared by the executables.
        .target(
            name: "_OptionsProcess",
            dependencies: [
                "_OptionsMath", "COptionsVersion", .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: swiftSettings
        ),
        // The commit changes this target alone, so that a new one compiles one file.
        .target(
            name: "COptionsVersion",
            cSettings: Context.environment["OPTIONS_COMMIT"].map { [.define("OPTIONS_COMMIT", to: "\"\($0)\"")] }
        ),
        .target(
            name: "COptionsKernels", exclude: ["coefficients"],
            // Includes name the folder of a file.
            cSettings: [.headerSearchPath(".")]
        ),
        .target(
            name: "OptionKernels", dependencies: ["COptionsKernels"],
            swiftSettings: swiftSettings + [lifetimes]
        ),
        .target(name: "COptionsLAPACKE"),
        .target(name: "COptionsSolver"),
        .systemLibrary(name: "COptionsZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "COptionsJSON", linkerSettings: [.linkedLibrary("simdjson")]),

        // MARK: Executables
        .executableTarget(
            name: "options",
            dependencies: [
                "ExactPayoff", "OptionKernels", "OptionPricing", "PayoffChart", "StrategyBatch", "StrategyContract",
                "StrategyRequests", "StrategySearch", "StrategyValuation", "_OptionsMath", "_OptionsProcess",
                "COptionsZlib",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            swiftSettings: swiftSettings
        ),

        .executableTarget(
            name: "options-server",
            dependencies: [
                "MarketData", "MarketServices", "MarketStore", "OptionsServer", "_OptionsMath", "_OptionsProcess",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "SystemPackage", package: "swift-system"),
                server("Logging", "swift-log"),
                server("ServiceLifecycle", "swift-service-lifecycle"),
                server("UnixSignals", "swift-service-lifecycle"),
            ],
            swiftSettings: swiftSettings
        ),

        // MARK: Tests
        .target(name: "_TestSupport", swiftSettings: swiftSettings),
        .target(
            name: "_StrategySamples", dependencies: ["ExactPayoff", "_TestSupport"], swiftSettings: swiftSettings
        ),
        // Imitations of the data sources, apart from the code of the product.
        .target(
            name: "_FakeSources",
            dependencies: [
                server("Hummingbird", "hummingbird"), server("HummingbirdCore", "hummingbird"),
                server("HTTPTypes", "swift-http-types"), server("Logging", "swift-log"),
                server("NIOCore", "swift-nio"), server("ServiceLifecycle", "swift-service-lifecycle"),
            ],
            swiftSettings: swiftSettings
        ),
        .executableTarget(
            name: "fake-sources",
            dependencies: [
                "_FakeSources", .product(name: "ArgumentParser", package: "swift-argument-parser"),
                server("Logging", "swift-log"), server("ServiceLifecycle", "swift-service-lifecycle"),
                server("UnixSignals", "swift-service-lifecycle"),
            ],
            swiftSettings: swiftSettings
        ),
        // The work whose instructions `make gates` counts.
        .target(name: "CGates", path: "Benchmarks/Gates/CGates"),
        .executableTarget(
            name: "gates",
            dependencies: [
                "CGates", "ExactPayoff", "MarketData", "MarketServices", "MarketStore", "OptionKernels",
                "OptionPricing", "OptionsServer", "SimulatedMarket", "StrategyBatch", "StrategyContract",
                "StrategyRequests", "StrategySearch",
            ],
            path: "Benchmarks/Gates/Gates",
            swiftSettings: swiftSettings
        ),
        // Measures the store; `make bench-store` runs it.
        .executableTarget(
            name: "store-benchmark", dependencies: ["MarketData", "MarketStore"], path: "Benchmarks/store",
            exclude: ["kill.py"], swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "OptionKernelsTests",
            dependencies: ["OptionKernels", "_TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "LinearAlgebraTests",
            dependencies: ["LinearAlgebra", "OptionKernels", "_TestSupport"],
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
            name: "ExactPayoffTests", dependencies: ["ExactPayoff", "_StrategySamples", "_TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "StrategyNamesTests",
            dependencies: ["StrategyNames", "ExactPayoff", "_StrategySamples", "_TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "StrategyValuationTests",
            dependencies: [
                "StrategyValuation", "ExactPayoff", "LinearAlgebra", "OptionPricing", "VolatilitySmile",
                "_StrategySamples", "_TestSupport",
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "AccountMarginTests",
            dependencies: ["AccountMargin", "ExactPayoff", "OptionPricing", "_TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "StrategyRequestsTests",
            dependencies: ["StrategyRequests", "ExactPayoff", "_TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "StrategySearchTests",
            dependencies: [
                "StrategySearch", "ExactPayoff", "OptionKernels", "OptionPricing", "StrategyNames", "StrategyRequests",
                "StrategyValuation", "_TestSupport",
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PortfolioRiskTests",
            dependencies: [
                "PortfolioRisk", "ExactPayoff", "LinearAlgebra", "OptionPricing", "StrategyValuation", "_TestSupport",
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "PayoffChartTests",
            dependencies: ["PayoffChart", "ExactPayoff", "StrategyRequests", "_TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "StrategyContractTests",
            dependencies: [
                "StrategyContract", "DecimalNumbers", "ExactPayoff", "OptionPricing", "PayoffChart", "StrategyNames",
                "StrategyRequests", "StrategyValuation", "_TestSupport",
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "MarketDataTests",
            dependencies: ["MarketData", "OptionPricing", "StrategyValuation", "VolatilitySmile", "_TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "SimulatedMarketTests",
            dependencies: ["SimulatedMarket", "MarketData", "OptionPricing", "VolatilitySmile", "_TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "MarketStoreTests",
            dependencies: ["MarketStore", "MarketData", "_TestSupport", server("GRDB", "GRDB.swift")],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "MarketProvidersTests",
            dependencies: ["MarketProviders", "MarketData", "_TestSupport", server("Logging", "swift-log")],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "MarketServicesTests",
            dependencies: [
                "MarketServices", "MarketStore", "MarketData", "SimulatedMarket", "_TestSupport",
                server("Logging", "swift-log"), server("ServiceLifecycle", "swift-service-lifecycle"),
            ],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "StrategyBatchTests",
            dependencies: ["ExactPayoff", "StrategyBatch", "StrategyContract", "StrategyRequests", "_TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "optionsTests",
            dependencies: ["options", "ExactPayoff", "StrategyContract", "StrategyRequests", "_TestSupport"],
            swiftSettings: swiftSettings
        ),
        // The declarations of the REST documentation, compiled as printed there.
        .target(
            name: "_PrintedDocuments", dependencies: ["OptionsClient"],
            path: "Tests/OptionsClientTests/Documents/Printed", swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "OptionsClientTests", dependencies: ["OptionsClient", "_PrintedDocuments", "options-server"],
            exclude: ["Documents"], swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "OptionsServerCommandTests", dependencies: ["options-server", "_TestSupport"],
            swiftSettings: swiftSettings
        ),
        .testTarget(
            name: "OptionsServerTests",
            dependencies: [
                "ExactPayoff", "MarketData", "MarketProviders", "MarketServices", "MarketStore", "OptionPricing",
                "OptionsServer", "StrategyBatch", "StrategyContract", "StrategyValuation", "COptionsZlib",
                "_FakeSources",
                "_TestSupport",
                server("Hummingbird", "hummingbird"), server("HummingbirdTesting", "hummingbird"),
                server("HTTPTypes", "swift-http-types"), server("Logging", "swift-log"),
                server("NIOCore", "swift-nio"), server("NIOHTTP1", "swift-nio"),
                server("ServiceLifecycle", "swift-service-lifecycle"),
            ],
            swiftSettings: swiftSettings
        ),
    ],
    cLanguageStandard: .c17,
    cxxLanguageStandard: .cxx17
)

/// `make engine-asan` builds the tests of the engine without the targets and packages of the server.
if Context.environment["OPTIONS_ENGINE_ONLY"] != nil {
    let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    func closure(of name: String) -> Set<String> {
        var (found, waiting): (Set<String>, [String]) = ([], [name])
        while let name = waiting.popLast() {
            guard found.insert(name).inserted, let target = targets[name] else { continue }
            for case .byNameItem(let name, _) in target.dependencies { waiting.append(name) }
            for case .productItem(_, let package?, _, _) in target.dependencies { found.insert(package) }
        }
        return found
    }
    let kept = package.targets.filter(\.isTest).map { closure(of: $0.name) }
        .filter { $0.isDisjoint(with: ["MarketData", "OptionsClient"]) }
        .reduce(into: Set<String>()) { $0.formUnion($1) }
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll { product in
        guard let library = product as? Product.Library else { return true }
        return !library.targets.allSatisfy(kept.contains)
    }
    package.dependencies.removeAll { dependency in
        guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
        return !kept.contains { location.hasSuffix("/" + $0) }
    }
}

/// `make wheel` builds the native module of the Python package, in which asynchronous functions, and the library that runs them, would
/// be a tenth of the code, unused.
if Context.environment["OPTIONS_WHEEL"] != nil {
    let asynchronous = [
        "ExactPayoff": "Work/WorkBudget+Task.swift", "PortfolioRisk": "RiskModel+Task.swift",
        "StrategyBatch": "BatchAnswers.swift", "StrategyContract": "Answering/JSONContract+Task.swift",
        "StrategyRequests": "Calculation/CalculationRequest+Task.swift",
    ]
    for target in package.targets {
        guard let file = asynchronous[target.name] else { continue }
        target.exclude.append(file)
    }
    for target in package.targets where target.name == "StrategyBatch" {
        target.dependencies.removeAll { dependency in
            if case .productItem = dependency { true } else { false }
        }
    }
    package.dependencies.removeAll { dependency in
        guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
        return location.hasSuffix("/swift-async-algorithms")
    }
    // Code that answers single requests is compiled for size.
    let small = ["AccountMargin", "PayoffChart", "VolatilitySmile"]
    for target in package.targets where small.contains(target.name) {
        target.swiftSettings?.append(.unsafeFlags(["-Osize"]))
    }
}
