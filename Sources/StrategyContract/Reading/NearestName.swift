/// Finds the known name nearest to a misspelt one.
package enum NearestName {
    /// Returns the name of `names` that is nearest to `name`, if it is near: by distance, or because `name` is its
    /// beginning.
    package static func of(_ name: String, in names: [String]) -> String? {
        let wanted = letters(name)
        guard wanted.count >= 3, let nearest = nearest(wanted, names) else { return nil }
        if nearest.distance <= wanted.count / 3 { return nearest.text }
        return names.first { letters($0).starts(with: wanted) }
    }

    /// Returns the name in the object's own `members`, or else in `others`, that is nearest to `name`. A name is near
    /// if it differs in case and separators only, or in at most a third of the letters, or if `name` is a prefix of one
    /// of `members`. Returns `nil` if `name` itself is a member of another object or request.
    static func of(_ name: String, in members: [String], else others: [String]) -> String? {
        let wanted = letters(name)
        guard (3...40).contains(wanted.count), !KnownObject.strategyNames.contains(name) else {
            return nil
        }
        let limit = wanted.count / 3
        let (own, other) = (nearest(wanted, members), nearest(wanted, others))
        if let own, own.distance <= min(limit, other?.distance ?? limit) { return own.text }
        if wanted.count >= 4, let longer = members.first(where: { letters($0).starts(with: wanted) }) {
            return longer
        }
        guard let other, other.distance <= limit else { return nil }
        return other.text
    }

    private static func nearest(_ wanted: [UInt8], _ names: [String]) -> (text: String, distance: Int)? {
        names.lazy.map { (text: $0, distance: distance(wanted, letters($0))) }.min { $0.distance < $1.distance }
    }

    /// The letters and digits of a name, in lower case.
    private static func letters(_ name: String) -> [UInt8] {
        // More letters than any name has are not near one.
        name.utf8.prefix(80).filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
            .map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 }
    }

    /// The number of letters to insert, remove, replace or exchange with their neighbour to convert one name to the
    /// other: the optimal string alignment distance.
    private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var (beforeLast, last) = ([Int](), Array(0...second.count))
        for row in first.indices {
            var current = [row + 1]
            for column in second.indices {
                let isSame = first[row] == second[column]
                var least = min(last[column + 1] + 1, current[column] + 1, last[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
                    least = min(least, beforeLast[column - 1] + 1)
                }
                current.append(least)
            }
            (beforeLast, last) = (last, current)
        }
        return last[second.count]
    }
}
