import Glibc

extension Console {
  /// Who sits at this terminal, for records: the user of the environment, else of the process; `nil` where the system
  /// has no name for it, as in many containers.
  var user: String? {
    for variable in ["USER", "LOGNAME"] {
      if let name = environment[variable], !name.isEmpty { return name }
    }
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer in
      guard getpwuid_r(geteuid(), &entry, buffer.baseAddress!, buffer.count, &found) == 0, found != nil,
        let name = entry.pw_name
      else { return nil }
      return String(cString: name)
    }
  }
}
