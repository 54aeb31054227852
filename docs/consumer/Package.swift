// swift-tools-version: 6.2

import PackageDescription

/// A package that uses the engine as an API server would; `make test` builds and runs it.
let package = Package(
    name: "consumer",
    platforms: [.macOS(.v26)],
    dependencies: [
        .package(name: "options-analytics", path: "../..", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "consumer",
            dependencies: [
                .product(name: "OptionsAnalytics", package: "options-analytics")
            ]
        )
    ]
)
