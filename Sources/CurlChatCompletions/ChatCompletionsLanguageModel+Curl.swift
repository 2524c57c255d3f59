@_exported public import ChatCompletions
import CurlTransport
public import FoundationEssentials
import HTTPTransport
import LanguageModels

extension ChatCompletionsLanguageModel {
  /// A model that is asked over libcurl. Each executor has connections of its own, which go with it.
  ///
  /// - Parameters:
  ///   - name: As the server knows it.
  ///   - url: The base of the API, such as `https://api.openai.com/v1`, or the endpoint itself.
  ///   - additionalHeaders: Header fields of each request, such as `Authorization`. Their values are treated as secrets.
  ///   - supportsGuidedGeneration: Whether the server follows schemas. One that then refuses them is given them in words.
  public init(
    name: String, url: URL, additionalHeaders: [String: String] = [:], supportsGuidedGeneration: Bool = true
  ) {
    self.init(
      name: name, url: url, additionalHeaders: additionalHeaders, supportsGuidedGeneration: supportsGuidedGeneration,
      transport: .curl)
  }
}

extension TransportSource {
  /// libcurl with its settings as they are by default.
  public static var curl: TransportSource { .made(kind: "curl") { CurlTransport() } }
}
