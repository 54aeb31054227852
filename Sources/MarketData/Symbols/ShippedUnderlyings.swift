/// The well-known underlyings that ship with the product.
///
/// ```swift
/// ShippedUnderlyings.optionable.count                         // 160 or more
/// ShippedUnderlyings.optionable.first { $0.ticker.symbol == "COIN" }?.name
/// ```
public enum ShippedUnderlyings {
    /// Shares and exchange-traded funds with listed options, ascending by ticker.
    public static let optionable: [ListedTicker] =
        (entries(stocks, .stock) + entries(exchangeTradedFunds, .etf)).sorted { $0.ticker < $1.ticker }

    /// Funds that are priced once a day and have no options, ascending by ticker.
    public static let funds: [ListedTicker] = entries(mutualFunds, .fund).sorted { $0.ticker < $1.ticker }

    /// Reads lines of a ticker, the market identifier code of the exchange (ISO 10383) and a name.
    private static func entries(_ table: String, _ kind: AssetKind) -> [ListedTicker] {
        table.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ", maxSplits: 2)
            guard fields.count == 3, let ticker = Ticker(fields[0]) else { return nil }
            return ListedTicker(ticker, name: String(fields[2]), exchange: String(fields[1]), kind: kind)
        }
    }

    private static let stocks = """
        AAPL XNAS Apple Inc.
        ABBV XNYS AbbVie Inc.
        ABNB XNAS Airbnb, Inc. Class A Common Stock
        ABT XNYS Abbott Laboratories
        ADBE XNAS Adobe Inc.
        ADI XNAS Analog Devices, Inc.
        AMAT XNAS Applied Materials, Inc.
        AMC XNYS AMC Entertainment Holdings, Inc.
        AMD XNAS Advanced Micro Devices, Inc.
        AMGN XNAS Amgen Inc.
        AMZN XNAS Amazon.com, Inc.
        APP XNAS AppLovin Corporation
        ARM XNAS Arm Holdings plc American Depositary Shares
        ASML XNAS ASML Holding N.V. New York Registry Shares
        AVGO XNAS Broadcom Inc.
        AXP XNYS American Express Company
        BA XNYS The Boeing Company
        BABA XNYS Alibaba Group Holding Limited American Depositary Shares
        BAC XNYS Bank of America Corporation
        BIDU XNAS Baidu, Inc. American Depositary Shares
        BIIB XNAS Biogen Inc.
        BKNG XNAS Booking Holdings Inc.
        BLK XNYS BlackRock, Inc.
        BMY XNYS Bristol-Myers Squibb Company
        BRK.B XNYS Berkshire Hathaway Inc. Class B
        BX XNYS Blackstone Inc.
        C XNYS Citigroup Inc.
        CAT XNYS Caterpillar Inc.
        CCL XNYS Carnival Corporation
        CLF XNYS Cleveland-Cliffs Inc.
        CMCSA XNAS Comcast Corporation Class A Common Stock
        CMG XNYS Chipotle Mexican Grill, Inc.
        COF XNYS Capital One Financial Corporation
        COIN XNAS Coinbase Global, Inc. Class A Common Stock
        COP XNYS ConocoPhillips
        COST XNAS Costco Wholesale Corporation
        CRM XNYS Salesforce, Inc.
        CRWD XNAS CrowdStrike Holdings, Inc. Class A Common Stock
        CSCO XNAS Cisco Systems, Inc.
        CVNA XNYS Carvana Co. Class A Common Stock
        CVS XNYS CVS Health Corporation
        CVX XNYS Chevron Corporation
        DAL XNYS Delta Air Lines, Inc.
        DDOG XNAS Datadog, Inc. Class A Common Stock
        DE XNYS Deere & Company
        DIS XNYS The Walt Disney Company
        DKNG XNAS DraftKings Inc. Class A Common Stock
        EBAY XNAS eBay Inc.
        ENPH XNAS Enphase Energy, Inc.
        F XNYS Ford Motor Company
        FCX XNYS Freeport-McMoRan Inc.
        FDX XNYS FedEx Corporation
        FSLR XNAS First Solar, Inc.
        GE XNYS GE Aerospace
        GILD XNAS Gilead Sciences, Inc.
        GM XNYS General Motors Company
        GME XNYS GameStop Corp. Class A Common Stock
        GOOG XNAS Alphabet Inc. Class C Capital Stock
        GOOGL XNAS Alphabet Inc. Class A Common Stock
        GS XNYS The Goldman Sachs Group, Inc.
        HAL XNYS Halliburton Company
        HD XNYS The Home Depot, Inc.
        HON XNAS Honeywell International Inc.
        HOOD XNAS Robinhood Markets, Inc. Class A Common Stock
        IBM XNYS International Business Machines Corporation
        INTC XNAS Intel Corporation
        INTU XNAS Intuit Inc.
        ISRG XNAS Intuitive Surgical, Inc.
        JD XNAS JD.com, Inc. American Depositary Shares
        JNJ XNYS Johnson & Johnson
        JPM XNYS JPMorgan Chase & Co.
        KLAC XNAS KLA Corporation
        KO XNYS The Coca-Cola Company
        LCID XNAS Lucid Group, Inc.
        LLY XNYS Eli Lilly and Company
        LMT XNYS Lockheed Martin Corporation
        LOW XNYS Lowe's Companies, Inc.
        LRCX XNAS Lam Research Corporation
        LULU XNAS lululemon athletica inc.
        LVS XNYS Las Vegas Sands Corp.
        MA XNYS Mastercard Incorporated Class A
        MARA XNAS MARA Holdings, Inc.
        MCD XNYS McDonald's Corporation
        MDLZ XNAS Mondelez International, Inc. Class A Common Stock
        MDT XNYS Medtronic plc
        MELI XNAS MercadoLibre, Inc.
        META XNAS Meta Platforms, Inc. Class A Common Stock
        MGM XNYS MGM Resorts International
        MMM XNYS 3M Company
        MO XNYS Altria Group, Inc.
        MRK XNYS Merck & Co., Inc.
        MRNA XNAS Moderna, Inc.
        MRVL XNAS Marvell Technology, Inc.
        MS XNYS Morgan Stanley
        MSFT XNAS Microsoft Corporation
        MSTR XNAS Strategy Inc Class A Common Stock
        MU XNAS Micron Technology, Inc.
        NEE XNYS NextEra Energy, Inc.
        NEM XNYS Newmont Corporation
        NET XNYS Cloudflare, Inc. Class A
        NFLX XNAS Netflix, Inc.
        NIO XNYS NIO Inc. American Depositary Shares
        NKE XNYS NIKE, Inc. Class B
        NOW XNYS ServiceNow, Inc.
        NVDA XNAS NVIDIA Corporation
        NVO XNYS Novo Nordisk A/S American Depositary Shares
        ON XNAS ON Semiconductor Corporation
        ORCL XNYS Oracle Corporation
        OXY XNYS Occidental Petroleum Corporation
        PANW XNAS Palo Alto Networks, Inc.
        PBR XNYS Petróleo Brasileiro S.A. – Petrobras American Depositary Shares
        PDD XNAS PDD Holdings Inc. American Depositary Shares
        PEP XNAS PepsiCo, Inc.
        PFE XNYS Pfizer Inc.
        PG XNYS The Procter & Gamble Company
        PINS XNYS Pinterest, Inc. Class A
        PLTR XNAS Palantir Technologies Inc. Class A Common Stock
        PM XNYS Philip Morris International Inc.
        PYPL XNAS PayPal Holdings, Inc.
        QCOM XNAS QUALCOMM Incorporated
        RBLX XNYS Roblox Corporation Class A
        RCL XNYS Royal Caribbean Cruises Ltd.
        REGN XNAS Regeneron Pharmaceuticals, Inc.
        RIOT XNAS Riot Platforms, Inc.
        RIVN XNAS Rivian Automotive, Inc. Class A Common Stock
        ROKU XNAS Roku, Inc. Class A Common Stock
        RTX XNYS RTX Corporation
        SBUX XNAS Starbucks Corporation
        SCHW XNYS The Charles Schwab Corporation
        SHOP XNAS Shopify Inc. Class A Subordinate Voting Shares
        SLB XNYS SLB Limited
        SMCI XNAS Super Micro Computer, Inc.
        SNAP XNYS Snap Inc. Class A
        SNOW XNYS Snowflake Inc.
        SOFI XNAS SoFi Technologies, Inc.
        SPOT XNYS Spotify Technology S.A.
        T XNYS AT&T Inc.
        TEAM XNAS Atlassian Corporation Class A Common Stock
        TGT XNYS Target Corporation
        TMO XNYS Thermo Fisher Scientific Inc.
        TMUS XNAS T-Mobile US, Inc.
        TSLA XNAS Tesla, Inc.
        TSM XNYS Taiwan Semiconductor Manufacturing Company Limited American Depositary Shares
        TTD XNAS The Trade Desk, Inc. Class A Common Stock
        TXN XNAS Texas Instruments Incorporated
        U XNYS Unity Software Inc.
        UAL XNAS United Airlines Holdings, Inc.
        UBER XNYS Uber Technologies, Inc.
        UNH XNYS UnitedHealth Group Incorporated
        UPS XNYS United Parcel Service, Inc. Class B
        V XNYS Visa Inc. Class A
        VALE XNYS Vale S.A. American Depositary Shares
        VRTX XNAS Vertex Pharmaceuticals Incorporated
        VZ XNYS Verizon Communications Inc.
        WDC XNAS Western Digital Corporation
        WFC XNYS Wells Fargo & Company
        WMT XNYS Walmart Inc.
        XOM XNYS Exxon Mobil Corporation
        XYZ XNYS Block, Inc. Class A
        ZM XNAS Zoom Communications, Inc. Class A Common Stock
        ZS XNAS Zscaler, Inc.
        """

    private static let exchangeTradedFunds = """
        ARKK BATS ARK Innovation ETF
        BITO ARCX ProShares Bitcoin ETF
        DIA ARCX SPDR Dow Jones Industrial Average ETF Trust
        EEM ARCX iShares MSCI Emerging Markets ETF
        EFA ARCX iShares MSCI EAFE ETF
        ETHA XNAS iShares Ethereum Trust ETF
        EWZ ARCX iShares MSCI Brazil ETF
        FBTC BATS Fidelity Wise Origin Bitcoin Fund
        FXI ARCX iShares China Large-Cap ETF
        GBTC ARCX Grayscale Bitcoin Trust ETF
        GDX ARCX VanEck Gold Miners ETF
        GLD ARCX SPDR Gold Shares
        HYG ARCX iShares iBoxx $ High Yield Corporate Bond ETF
        IBIT XNAS iShares Bitcoin Trust ETF
        IVV ARCX iShares Core S&P 500 ETF
        IWM ARCX iShares Russell 2000 ETF
        KWEB ARCX KraneShares CSI China Internet ETF
        LQD ARCX iShares iBoxx $ Investment Grade Corporate Bond ETF
        QQQ XNAS Invesco QQQ Trust, Series 1
        SCHD ARCX Schwab U.S. Dividend Equity ETF
        SLV ARCX iShares Silver Trust
        SMH XNAS VanEck Semiconductor ETF
        SOXL ARCX Direxion Daily Semiconductor Bull 3X Shares
        SPY ARCX SPDR S&P 500 ETF Trust
        TLT XNAS iShares 20+ Year Treasury Bond ETF
        TQQQ XNAS ProShares UltraPro QQQ
        UNG ARCX United States Natural Gas Fund, LP
        USO ARCX United States Oil Fund, LP
        VOO ARCX Vanguard S&P 500 ETF
        VTI ARCX Vanguard Total Stock Market ETF
        XBI ARCX SPDR S&P Biotech ETF
        XLE ARCX Energy Select Sector SPDR Fund
        XLF ARCX Financial Select Sector SPDR Fund
        XLI ARCX Industrial Select Sector SPDR Fund
        XLK ARCX Technology Select Sector SPDR Fund
        XLP ARCX Consumer Staples Select Sector SPDR Fund
        XLU ARCX Utilities Select Sector SPDR Fund
        XLV ARCX Health Care Select Sector SPDR Fund
        XLY ARCX Consumer Discretionary Select Sector SPDR Fund
        """

    private static let mutualFunds = """
        FXAIX XNAS Fidelity 500 Index Fund
        SPAXX XNAS Fidelity Government Money Market Fund
        """
}
