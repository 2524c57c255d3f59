import HTTPTransport

/// The redirects that keep method and body, to where the request's secrets may go.
enum Redirect {
  /// Where to ask again; nil when the response is the answer.
  static func target(of response: HTTPResponse, requested url: String) -> String? {
    guard response.status == 307 || response.status == 308, let location = response.headers["Location"],
      let target = RequestURL.resolve(location, against: url),
      let old = RequestURL.parts(of: url), let new = RequestURL.parts(of: target), new.host == old.host
    else { return nil }
    let isSame = new == old
    let isUpgrade = old.scheme == "http" && old.port == "80" && new.scheme == "https" && new.port == "443"
    return isSame || isUpgrade ? target : nil
  }
}
