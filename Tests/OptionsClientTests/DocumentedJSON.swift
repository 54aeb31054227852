// The examples of the REST documentation ("REST API Documentation for iOS App", "Quotes Snapshot API", "CoinGecko
// Markets Endpoint"), as printed; the comment "... more quotes" is left out.

/// The JSON examples of the REST documentation.
enum DocumentedJSON {
    static let price = """
        {
          "ticker": "COIN",
          "price": 165.12
        }
        """

    static let priceError = """
        {
          "error": "Stock not found"
        }
        """

    static let search = """
        {
          "results": [
            {
              "symbol": "COIN",
              "name": "Coinbase Global, Inc. Class A Common Stock"
            },
            {
              "symbol": "AAPL",
              "name": "Apple Inc."
            }
          ]
        }
        """

    static let expirations = """
        {
          "expirationDates": [
            "2026-02-13",
            "2026-02-20",
            "2026-02-27",
            "2026-03-06"
          ]
        }
        """

    static let strikes = """
        {
          "strikePrices": [
            {
              "strikePrice": 165.0,
              "ticker": "O:COIN260213C00165000",
              "delta": 0.544
            },
            {
              "strikePrice": 170.0,
              "ticker": "O:COIN260213C00170000",
              "delta": 0.453
            }
          ]
        }
        """

    static let quote = """
        {
          "found": true,
          "bid": 9.25,
          "ask": 9.25,
          "last": 9.25,
          "midpoint": 9.25,
          "impliedVolatility": 1.046529127121816,
          "openInterest": 2406,
          "greeks": {
            "delta": 0.544,
            "gamma": 0.012,
            "theta": -0.05,
            "vega": 0.15
          }
        }
        """

    static let notFound = """
        {
          "found": false,
          "bid": null,
          "ask": null,
          "last": null,
          "midpoint": null,
          "impliedVolatility": null,
          "openInterest": null,
          "greeks": null
        }
        """

    static let calculateRequest = """
        {
          "currentPrice": 165.12,
          "legs": [
            {
              "type": "call",
              "position": "long",
              "strikePrice": 165.0,
              "premium": 9.25,
              "quantity": 1,
              "sharesPerContract": 100
            }
          ]
        }
        """

    static let calculateResponse = """
        {
          "curve": [
            {
              "stockPrice": 115,
              "profitLoss": -925
            },
            {
              "stockPrice": 125,
              "profitLoss": -925
            },
            {
              "stockPrice": 165,
              "profitLoss": -925
            },
            {
              "stockPrice": 175,
              "profitLoss": 75
            }
          ],
          "metrics": {
            "netCost": 925.0,
            "maxProfit": null,
            "maxLoss": -925.0,
            "breakEvenPoints": [174.25]
          }
        }
        """

    static let snapshot = """
        {
          "last_update": "2024-01-15T10:30:45.123456",
          "count": 150,
          "results": [
            {
              "symbol": "AAPL",
              "description": "Apple Inc.",
              "last": 150.25,
              "bid": 150.20,
              "ask": 150.30,
              "volume": 50000000
            },
            {
              "symbol": "MSFT",
              "description": "Microsoft Corporation",
              "last": 380.50,
              "bid": 380.45,
              "ask": 380.55,
              "volume": 30000000
            }
          ]
        }
        """

    static let lastUpdate = """
        {
          "last_update": "2024-01-15T10:30:45.123456",
          "count": 150
        }
        """

    static let failure = """
        {
          "detail": "Failed to retrieve quotes snapshot: [error message]"
        }
        """

    static let coins = """
        [
          {
            "id": "bitcoin",
            "symbol": "btc",
            "name": "Bitcoin",
            "current_price": 45000.50,
            "price_change_percentage_24h": 2.5,
            "last_updated": "2025-12-11T10:30:00.000Z"
          },
          {
            "id": "ethereum",
            "symbol": "eth",
            "name": "Ethereum",
            "current_price": 3200.75,
            "price_change_percentage_24h": -1.2,
            "last_updated": "2025-12-11T10:30:00.000Z"
          }
        ]
        """
}
