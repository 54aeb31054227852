internal import MarketData

/// The parameters of the shipped underlyings: the level of the price in the middle of 2026 in dollars, the volatility in percent, the
/// sensitivity to the market, the dividend yield in percent, the millions of shares traded a day, and the sensitivity to bitcoin where
/// there is one. The values are plausible, not measured.
enum ShippedParameters {
    /// The instruments, in the order of ``ShippedUnderlyings``, then the funds.
    static let instruments: [Instrument] = (ShippedUnderlyings.optionable + ShippedUnderlyings.funds).map { listed in
        let row = rows[listed.ticker.symbol] ?? [50, 35, 1, 0, 2]
        return Instrument(
            key: listed.ticker.symbol, name: listed.name, exchange: listed.exchange, kind: listed.kind ?? .stock,
            price: row[0], volatility: row[1] / 100, marketBeta: row[2], coinBeta: row.count > 5 ? row[5] : 0,
            dividendYield: row[3] / 100, volume: row[4] * 1e6, hasOptions: listed.kind != .fund)
    }

    /// The parameters by ticker.
    static let rows: [String: [Double]] = {
        var rows: [String: [Double]] = [:]
        for line in table.split(separator: "\n") {
            let fields = line.split(separator: " ")
            rows[String(fields[0])] = fields.dropFirst().compactMap { Double($0) }
        }
        return rows
    }()

    private static let table = """
        AAPL 230 28 1.1 0.5 50
        ABBV 180 23 0.6 3.5 5.5
        ABNB 130 40 1.3 0 5
        ABT 115 20 0.7 2.0 6
        ADBE 440 35 1.2 0 3.5
        ADI 220 32 1.2 1.7 4
        AMAT 175 42 1.5 0.9 7
        AMC 4 90 1.6 0 12
        AMD 140 50 1.7 0 45
        AMGN 290 24 0.5 3.2 2.6
        AMZN 215 31 1.2 0 40
        APP 350 70 1.9 0 5
        ARM 140 60 1.9 0 6
        ASML 720 38 1.4 0.9 1.6
        AVGO 230 45 1.4 1.0 20
        AXP 290 27 1.2 1.0 3
        BA 180 36 1.1 0 8
        BABA 105 42 0.8 1.0 16
        BAC 44 27 1.2 2.3 36
        BIDU 88 42 0.8 0 3
        BIIB 150 32 0.6 0 1.5
        BKNG 4900 30 1.1 0.7 0.25
        BLK 1000 24 1.2 2.0 0.6
        BMY 56 25 0.4 4.3 11
        BRK.B 460 17 0.75 0 4
        BX 165 34 1.4 2.4 4
        C 72 30 1.3 3.1 14
        CAT 370 29 1.1 1.6 3.5
        CCL 25 42 1.6 0 24
        CLF 11 55 1.6 0 14
        CMCSA 36 25 0.8 3.6 22
        CMG 55 32 1.0 0 14
        COF 180 32 1.4 1.3 3
        COIN 165 80 1.4 0 12 0.8
        COP 100 30 0.9 3.2 7
        COST 950 22 0.8 0.5 2
        CRM 320 34 1.2 0.5 6
        CRWD 400 45 1.4 0 3.5
        CSCO 60 22 0.9 2.7 18
        CVNA 230 75 2.0 0 4
        CVS 55 34 0.6 4.8 11
        CVX 150 25 0.8 4.3 8
        DAL 60 40 1.4 1.0 8
        DDOG 125 50 1.4 0 5
        DE 430 27 0.9 1.4 1.4
        DIS 108 29 1.0 0.9 9
        DKNG 40 50 1.5 0 11
        EBAY 66 28 0.9 1.7 5
        ENPH 60 65 1.5 0 6
        F 10.5 35 1.2 5.8 60
        FCX 40 38 1.4 1.5 13
        FDX 270 31 1.1 2.0 2
        FSLR 190 52 1.3 0 2.5
        GE 180 30 1.1 0.7 5
        GILD 100 26 0.5 3.1 7
        GM 52 36 1.2 0.9 12
        GME 27 90 1.0 0 9
        GOOG 191 30 1.05 0.4 20
        GOOGL 190 30 1.05 0.4 28
        GS 570 28 1.3 2.0 2.2
        HAL 28 38 1.1 2.4 10
        HD 400 22 0.9 2.3 3.5
        HON 215 20 0.9 2.1 3.4
        HOOD 55 70 1.6 0 28 0.4
        IBM 225 24 0.7 3.0 4
        INTC 24 48 1.2 0 70
        INTU 630 30 1.2 0.6 1.6
        ISRG 520 32 1.1 0 1.5
        JD 38 42 0.8 2.0 12
        JNJ 155 17 0.4 3.2 7.5
        JPM 240 24 1.1 2.2 9
        KLAC 700 42 1.5 1.0 1
        KO 64 16 0.5 3.0 15
        LCID 22 75 1.6 0 7
        LLY 800 32 0.7 0.7 3.3
        LMT 470 22 0.4 2.7 1.4
        LOW 255 25 1.0 1.8 2.6
        LRCX 80 45 1.6 1.1 11
        LULU 300 42 1.1 0 2.2
        LVS 48 36 1.1 2.1 6
        MA 520 21 0.9 0.5 2.6
        MARA 16 95 1.5 0 45 1.2
        MCD 295 18 0.6 2.3 3.2
        MDLZ 62 20 0.5 2.9 9
        MDT 85 22 0.7 3.2 7
        MELI 2000 40 1.3 0 0.4
        META 600 36 1.25 0.35 14
        MGM 35 38 1.4 0 5
        MMM 132 28 0.9 2.1 3.5
        MO 53 18 0.5 7.6 9
        MRK 100 22 0.4 3.2 10
        MRNA 35 65 0.9 0 12
        MRVL 75 58 1.8 0.3 15
        MS 125 28 1.3 2.9 6
        MSFT 430 26 1.0 0.8 21
        MSTR 330 85 1.3 0 14 1.2
        MU 100 50 1.5 0.4 20
        NEE 72 27 0.6 2.9 10
        NEM 42 35 0.4 2.4 9
        NET 110 55 1.5 0 3.5
        NFLX 100 36 1.1 0 35
        NIO 5 60 1.2 0 50
        NKE 75 34 1.0 2.0 12
        NOW 180 34 1.2 0 8
        NVDA 140 45 1.7 0.1 200
        NVO 88 38 0.6 1.8 8
        ON 55 48 1.6 0 8
        ORCL 165 36 1.0 1.0 9
        OXY 48 33 1.0 1.9 10
        PANW 185 36 1.2 0 6
        PBR 13 40 0.9 8.0 18
        PDD 115 50 0.9 0 9
        PEP 150 18 0.5 3.6 6
        PFE 26 25 0.6 6.4 38
        PG 168 17 0.4 2.3 7
        PINS 32 48 1.3 0 11
        PLTR 110 65 1.8 0 80
        PM 125 20 0.5 4.2 5
        PYPL 72 40 1.3 0 11
        QCOM 160 36 1.3 2.1 8
        RBLX 55 55 1.4 0 8
        RCL 230 42 1.5 1.0 2.5
        REGN 700 32 0.5 0.5 0.7
        RIOT 12 95 1.5 0 30 1.1
        RIVN 13 65 1.6 0 35
        ROKU 80 65 1.7 0 4
        RTX 120 23 0.6 2.1 5
        SBUX 95 30 0.9 2.6 9
        SCHW 75 30 1.1 1.4 9
        SHOP 105 50 1.7 0 9
        SLB 40 34 1.1 2.7 14
        SMCI 42 85 1.8 0 50
        SNAP 11 65 1.4 0 28
        SNOW 155 50 1.4 0 6
        SOFI 14 60 1.7 0 45
        SPOT 480 40 1.2 0 2
        T 23 23 0.5 4.9 33
        TEAM 220 50 1.3 0 2.2
        TGT 130 34 1.0 3.4 5
        TMO 530 24 0.8 0.3 1.6
        TMUS 235 24 0.6 1.4 4
        TSLA 340 58 1.9 0 90
        TSM 195 38 1.3 1.2 16
        TTD 75 60 1.5 0 6
        TXN 190 31 1.1 2.8 6
        U 22 65 1.6 0 11
        UAL 85 45 1.5 0 6
        UBER 65 40 1.4 0 18
        UNH 500 30 0.5 1.7 5
        UPS 125 27 0.9 5.2 4
        V 310 20 0.9 0.75 6
        VALE 9.5 33 0.9 8.0 32
        VRTX 450 28 0.6 0 1.4
        VZ 41 21 0.4 6.5 18
        WDC 60 45 1.4 0 7
        WFC 72 28 1.2 2.2 16
        WMT 92 20 0.6 0.9 16
        XOM 110 25 0.8 3.5 15
        XYZ 80 50 1.6 0 9 0.2
        ZM 75 40 0.9 0 3
        ZS 250 48 1.3 0 2.2
        ARKK 55 42 1.7 0 9
        BITO 20 55 0 0 16 1
        DIA 430 15 0.92 1.6 3.3
        EEM 43 19 0.8 2.4 28
        EFA 80 17 0.85 2.9 16
        ETHA 25 72 0 0 12 0.95
        EWZ 27 30 0.8 6.0 25
        FBTC 79 55 0 0 7 1
        FXI 32 31 0.7 2.3 40
        GBTC 71 55 0 0 6 1
        GDX 40 36 0.3 1.1 22
        GLD 245 16 0.05 0 8
        HYG 79 8 0.35 5.8 40
        IBIT 51 55 0 0 40 1
        IVV 603 16 1 1.3 6
        IWM 222 23 1.15 1.1 30
        KWEB 31 40 0.8 2.5 18
        LQD 108 9 0.1 4.4 22
        QQQ 520 21 1.2 0.6 40
        SCHD 27 15 0.8 3.6 12
        SLV 28 29 0.25 0 18
        SMH 245 34 1.6 0.5 7
        SOXL 27 95 4.0 0.8 70
        SPY 600 16 1 1.2 70
        TLT 89 16 -0.2 4.2 38
        TQQQ 75 62 3.6 1.0 55
        UNG 12 58 0.1 0 12
        USO 73 34 0.4 0 5
        VOO 552 16 1 1.2 6
        VTI 295 16.5 1.02 1.3 4
        XBI 92 32 1.1 0.2 9
        XLE 88 25 0.8 3.3 15
        XLF 48 19 1.05 1.5 38
        XLI 132 18 1.0 1.4 9
        XLK 230 24 1.25 0.7 6
        XLP 79 13 0.5 2.7 11
        XLU 76 17 0.45 2.9 11
        XLV 140 15 0.65 1.6 9
        XLY 215 21 1.15 0.8 4
        FXAIX 209 16 1 1.2 0
        SPAXX 1 0 0 4.0 0
        """
}
