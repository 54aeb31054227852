import MarketServices
import Testing
import _TestSupport

@Suite struct TopicTests {
    @Test func everyReaderHasTheNewestValue() async {
        let topic = Topic<Int>()
        topic.publish(1)
        var readers = (0..<5).map { _ in topic.values().makeAsyncIterator() }
        for index in readers.indices {
            let value = await readers[index].next()
            #expect(value == 1)
        }
        // The first reader takes each value; the others are slow, and miss all but the newest.
        for value in 2...100 {
            topic.publish(value)
            let next = await readers[0].next()
            #expect(next == value)
        }
        for index in 1..<readers.count {
            let value = await readers[index].next()
            #expect(value == 100)
        }
    }

    @Test func theLastValueComesBeforeTheEnd() async {
        let topic = Topic<Int>()
        var reader = topic.values().makeAsyncIterator()
        topic.publish(1)
        topic.end()
        topic.publish(2)
        #expect(await reader.next() == 1)
        #expect(await reader.next() == nil)
        #expect(topic.isEnded && topic.newest?.value == 1)
        // A reader that comes after the end has the last value, too.
        var late = topic.values().makeAsyncIterator()
        #expect(await late.next() == 1)
        #expect(await late.next() == nil)
    }

    @Test func aReaderIsForgottenWithItsSubscription() {
        let topic = Topic<Int>()
        var subscriptions = (0..<3).map { _ in topic.follow(Bell()) }
        subscriptions.removeLast()
        #expect(topic.hasReaders)
        subscriptions = []
        #expect(!topic.hasReaders)
    }

    @Test func oneBellRingsForSeveralTopics() async {
        let generations = Generations()
        let topics = [Topic<Int>(generations), Topic<Int>(generations)]
        let bell = Bell()
        let subscriptions = topics.map { $0.follow(bell) }
        var rings = bell.rings.makeAsyncIterator()
        topics[1].publish(10)
        #expect(await rings.next() == .change)
        topics[0].publish(20)
        topics[1].publish(30)
        #expect(await rings.next() == .change)
        #expect(topics.map { $0.newest?.generation } == [2, 3])
        #expect(generations.newest == 3)
        bell.finish()
        #expect(await rings.next() == nil)
        withExtendedLifetime(subscriptions) {}
    }

    @Test func anUpdateThatChangesNothingIsNoGeneration() {
        let generations = Generations()
        let topic = Topic<Int>(generations)
        topic.update { value, generation in value == nil ? generation : nil }
        topic.update { value, generation in value == nil ? generation : nil }
        #expect(topic.newest?.value == 1 && generations.newest == 1)
    }
}

@Suite struct VersionedRowsTests {
    @Test func changesAreRowsThatDifferAndRemovedKeys() {
        var rows = VersionedRows<String, Int>()
        #expect(rows.changes(since: 0) == nil)
        var isChanged = rows.replace(with: [("A", 1), ("B", 2), ("C", 3)], at: 5)
        #expect(isChanged)
        isChanged = rows.replace(with: [("A", 1), ("B", 2), ("C", 3)], at: 6)
        #expect(!isChanged)
        isChanged = rows.replace(with: [("A", 1), ("C", 4), ("D", 5)], at: 7)
        #expect(isChanged)
        #expect(rows.changes(since: 4) == nil)
        for generation in [5, 6] {
            #expect(rows.changes(since: generation)?.rows == [4, 5])
            #expect(rows.changes(since: generation)?.removed == ["B"])
            #expect(rows.changes(since: generation, of: ["A", "B", "Z"])?.rows == [])
            #expect(rows.changes(since: generation, of: ["A", "B", "Z"])?.removed == ["B"])
        }
        #expect(rows.changes(since: 7)?.isEmpty == true)
        isChanged = rows.replace(with: [("A", 1), ("B", 2)], at: 8)
        #expect(isChanged)
        #expect(rows.changes(since: 5)?.rows == [2])
        #expect(rows.changes(since: 5)?.removed == ["C", "D"])
        #expect(rows.entries(of: ["B", "Q", "A", "B"]).map(\.key) == ["A", "B"])
    }

    /// A reader that takes some of the versions, like a slow one or one that returns.
    private struct Reader {
        var keys: [Int]?
        var rows: [Int: Int] = [:]
        var seen: Int?
    }

    @Test("the first version and the changes give the newest version, over random tables", arguments: 0..<20)
    func changesAddUp(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var table = VersionedRows<Int, Int>()
        var truth: [Int: Int] = [:]
        var readers = (0..<8).map { index in
            Reader(keys: index < 4 ? nil : (0..<12).filter { _ in Bool.random(using: &random) })
        }
        for generation in 1...300 {
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                truth[.random(in: 0..<16, using: &random)] =
                    Bool.random(using: &random) ? .random(in: 0..<3, using: &random) : nil
            }
            table.replace(with: truth.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, at: generation)
            for index in readers.indices where Int.random(in: 0..<3, using: &random) == 0 {
                let keys = readers[index].keys
                if let seen = readers[index].seen {
                    guard let changes = table.changes(since: seen, of: keys) else {
                        Issue.record("the changes since \(seen) are known")
                        return
                    }
                    for key in changes.removed { readers[index].rows[key] = nil }
                    for entry in table.entries(of: keys) where entry.changed > seen {
                        readers[index].rows[entry.key] = entry.row
                    }
                    #expect(changes.rows == table.entries(of: keys).filter { $0.changed > seen }.map(\.row))
                } else {
                    readers[index].rows = Dictionary(
                        uniqueKeysWithValues: table.entries(of: keys).map { ($0.key, $0.row) })
                }
                readers[index].seen = generation
                #expect(readers[index].rows == truth.filter { keys?.contains($0.key) ?? true })
            }
        }
    }
}
