import Compaction
extension Policy { var canonicalText: String { "\(self)" } }
