// swift-format-ignore-file
// From the REST documentation, "Automated Price Data Fetching": the automatic update, as printed below the line.
// ----
// On app launch or daily schedule
Task {
    let assets = getHeldAssets()  // SPY, FBTC, etc.
    for asset in assets {
        try await priceService.updateLatest(asset)
    }
}
