import MarketData
import Testing

@Suite("Calendar overrides")
struct CalendarOverridesTests {
    @Test("reads a day a line, with comments")
    func reads() throws {
        let text = """
            # Announced later

            2027-03-01 closed
              2027-07-02\tearly-close   # the Friday before
            2028-12-26 open# as usual\r
            """
        #expect(
            try ExchangeCalendar.overrides(parsing: text) == [
                date("2027-03-01"): .closed, date("2027-07-02"): .earlyClose, date("2028-12-26"): .open,
            ])
        #expect(try ExchangeCalendar.overrides(parsing: "").isEmpty)
        #expect(try ExchangeCalendar.overrides(parsing: "2027-03-01 closed\r\n2027-03-02 open\r\n").count == 2)
    }

    @Test(
        "names the line, the rule and the text",
        arguments: [
            ("\n2027-03-01", 2, .form, "2027-03-01"), ("2027-03-01 closed today", 1, .form, "2027-03-01 closed today"),
            ("closed", 1, .form, "closed"), ("#\n#\n2027-02-29 closed", 3, .date, "2027-02-29"),
            ("1.3.2027 closed", 1, .date, "1.3.2027"),
            ("2027-03-01 Closed", 1, .word, "Closed"), ("2027-03-01 13:00", 1, .word, "13:00"),
            ("2027-03-01 open\n2027-03-02 open\n2027-03-01 open", 3, .unique(line: 1), "2027-03-01"),
            ("2027-03-01\u{A0}closed", 1, .form, "2027-03-01\u{A0}closed"),
        ] as [(String, Int, CalendarOverridesError.Rule, String)])
    func refuses(text: String, line: Int, rule: CalendarOverridesError.Rule, quoted: String) {
        let error = #expect(throws: CalendarOverridesError.self) { try ExchangeCalendar.overrides(parsing: text) }
        #expect(error?.line == line)
        #expect(error?.rule == rule)
        #expect(error?.text == quoted)
    }
}
