import CCrypto

/// A SHA-256 digest, taken in pieces.
///
///     var hash = SHA256()
///     hash.update(first)
///     hash.update(second)
///     let digest = hash.finalize()
///
/// A copy goes its own way from where it was made.
public struct SHA256: Sendable {
  private var context = Context()

  public init() {}

  public mutating func update(_ bytes: some Sequence<UInt8>) {
    if !isKnownUniquelyReferenced(&context) { context = Context(copying: context) }
    if bytes.withContiguousStorageIfAvailable({ context.update(UnsafeRawBufferPointer($0)) }) != nil { return }
    Array(bytes).withUnsafeBytes { context.update($0) }
  }

  /// The bytes of the text's UTF-8.
  public mutating func update(_ text: String) { update(text.utf8) }

  /// The digest of everything up to now; more may follow.
  public func finalize() -> Digest { Context(copying: context).finalize() }

  public static func digest(_ bytes: some Sequence<UInt8>) -> Digest {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finalize()
  }

  /// The digest of the text's UTF-8.
  public static func digest(_ text: String) -> Digest { digest(text.utf8) }
}

/// Owns libcrypto's context.
///
/// `@unchecked Sendable`: it is changed only by the one `SHA256` that refers to it, and read by copying.
private final class Context: @unchecked Sendable {
  private let pointer: OpaquePointer

  init() {
    pointer = Self.allocated()
    check(EVP_DigestInit_ex(pointer, EVP_sha256(), nil))
  }

  init(copying other: Context) {
    pointer = Self.allocated()
    check(EVP_MD_CTX_copy_ex(pointer, other.pointer))
  }

  deinit { EVP_MD_CTX_free(pointer) }

  func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    check(EVP_DigestUpdate(pointer, start, bytes.count))
  }

  /// Ends the use of this context.
  func finalize() -> Digest {
    var bytes = [UInt8](repeating: 0, count: Digest.byteCount)
    check(EVP_DigestFinal_ex(pointer, &bytes, nil))
    return Digest(bytes: bytes)!
  }

  private static func allocated() -> OpaquePointer {
    guard let pointer = EVP_MD_CTX_new() else { fatalError("libcrypto is out of memory") }
    return pointer
  }
}

/// SHA-256 of memory fails only when libcrypto is out of memory or has the algorithm switched off; no caller could go on.
private func check(_ status: Int32) {
  guard status == 1 else { fatalError("libcrypto cannot compute SHA-256") }
}
