#if compiler(>=6.3)
    internal import COptionsBinding
    internal import COptionsJSON
    internal import OptionKernels

    @c @implementation
    func options_simdjson_version() -> Int32 { json_simdjson_version() }

    @c @implementation
    func options_instruction_set() -> UnsafePointer<CChar>! {
        let name: StaticString =
            switch InstructionSet.best {
            case .baseline: "baseline"
            case .avx2: "avx2"
            case .avx512: "avx512"
            }
        // SAFETY: the text ends with 0 and is constant.
        return unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    }
#endif
