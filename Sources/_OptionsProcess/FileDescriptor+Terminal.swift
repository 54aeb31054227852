package import SystemPackage
internal import _OptionsMath

extension FileDescriptor {
    /// Whether the descriptor is a terminal.
    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// The size of the terminal; 80 columns and 24 rows if it is unknown.
    package var terminalSize: (columns: Int, rows: Int) {
        var size = winsize()
        let isKnown = unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0
        return (
            isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80, isKnown && size.ws_row > 0 ? Int(size.ws_row) : 24
        )
    }
}
