import Testing

@testable import Summarization

private func redacted(_ text: String) -> String { Redactor.standard.redacted(text).text }

@Suite struct RedactorTests {
  @Test(arguments: [
    ("the key sk-proj-Ab12Cd34Ef56Gh78Ij90 works", "the key [redacted key] works"),
    ("AKIAIOSFODNN7EXAMPLE, ghp_16C7e42F292c6912E7710c838347Ae178B4a.", "[redacted key], [redacted key]."),
    ("Authorization: Bearer abcdef1234567890", "Authorization: Bearer [redacted key]"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl here", "[redacted key] here"),
    (#"{"api_key": "q8w7e6r5t4", "id": 7}"#, #"{"api_key": "[redacted key]", "id": 7}"#),
    (#"{\"api_key\": \"q8w7e6r5t4\"}"#, #"{\"api_key\": \"[redacted key]\"}"#),
    ("AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "AWS_SECRET_ACCESS_KEY=[redacted key]"),
    ("my password is hunter22!", "my password is [redacted key]!"),
    ("Passwort: geheim-123", "Passwort: [redacted key]"),
    ("postgres://app:s3cr3t@db/x", "postgres://app:[redacted key]@db/x"),
    (
      "-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----\nbye",
      "[redacted key]\nbye"
    ),
    (
      "pay with 4111 1111 1111 1111 or 5500-0000-0000-0004.",
      "pay with [redacted card number] or [redacted card number]."
    ),
    ("4111111111111111", "[redacted card number]"), ("378282246310005", "[redacted card number]"),
    ("mail maria.o+x@mail.example.com.", "mail [redacted mail address]."), ("<a@b.io>", "<[redacted mail address]>"),
    ("call +49 30 1234567 or (555) 010-9999", "call [redacted phone number] or [redacted phone number]"),
    (
      "030/1234567, 555-010-9999, 0044 20 7946 0018",
      "[redacted phone number], [redacted phone number], [redacted phone number]"
    ),
    ("Xy7Kp2Qm9Rt4Wz8Lb3Nv6Hc1Jd5Fg0SaXy7Kp2Qm9Rt4", "[redacted key]"),
  ])
  func `keys, cards, mail addresses and telephone numbers are taken out`(_ text: String, _ expected: String) {
    #expect(redacted(text) == expected)
  }

  @Test(arguments: [
    "order 44718 of 2025-03-14, INV-2231, 1,204.77 EUR", "550e8400-e29b-41d4-a716-446655440000",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "4111 1111 1111 1112", "4111111111111112",
    "the token is invalid, the password: wrong", "tokens: 1204, max_tokens=800",
    "Sources/App/Model/Very/Long/Path12345/File.swift",
    "at 2025-03-14T10:00:00.123456Z for 1700000000 and 1741948800000", "192.168.100.200:8080", "version 1.234.5678",
    "a@b, @maria, user@localhost", "call_AbCdEfGhIjKlMnOpQrStUvWx",
    "getUserProfileById2FromCacheOrDatabaseWithRetries3",
    "sk-learn-pipeline-for-tables", "https://example.com/a@b.c/d".replacing("@b.c", with: ""),
    "10:30 - 11:45, 12 13 14 15", "ISBN 978-3-16-148410-0",
    "-----BEGIN CERTIFICATE-----", "flights 100 200 3000",
  ])
  func `identifiers, amounts, dates and paths stay`(_ text: String) {
    let (output, counts) = Redactor.standard.redacted(text)
    #expect(output == text)
    #expect(counts.total == 0)
  }

  @Test func `findings are counted by kind and never shown`() throws {
    let own = try RedactionPattern(name: "customer", pattern: #"C-\d{6}"#)
    let redactor = Redactor(kinds: Set(RedactionKind.allCases), patterns: [own])
    let (text, counts) = redactor.redacted(
      "C-123456 a@b.io c@d.io 4111111111111111 +49 30 1234567 sk-0123456789abcdefgh")
    #expect(counts.byKind == [.mailAddresses: 2, .cards: 1, .phoneNumbers: 1, .keys: 1])
    #expect(counts.own == 1)
    #expect(counts.total == 6)
    #expect(text.hasPrefix("[redacted customer] [redacted mail address]"))
  }

  @Test func `only what is asked for is taken out, and overlapping findings are one`() throws {
    let text = "a@b.io 4111111111111111"
    #expect(Redactor.none.redacted(text).text == text)
    #expect(Redactor(kinds: [.cards]).redacted(text).text == "a@b.io [redacted card number]")
    let own = try RedactionPattern(name: "x", pattern: "io 41+")
    let both = Redactor(kinds: [.mailAddresses, .cards], patterns: [own]).redacted(text)
    #expect(both.text == "[redacted mail address]")
    #expect(both.counts.total == 1)
  }

  @Test func `a text may end anywhere`() {
    let text =
      "password: hunter22x https://a:b@c 0044 20 7946 0018 4111 1111 1111 1111 a.b+c@d.example.com "
      + "-----BEGIN X PRIVATE KEY-----\n0"
    for end in 0...text.utf8.count {
      let prefix = String(decoding: Array(text.utf8.prefix(end)), as: UTF8.self)
      #expect(redacted(redacted(prefix)) == redacted(prefix))
      #expect(TextScan(prefix, findsNames: true).partStarts.count >= 1)
    }
  }

  @Test func `redacting twice changes nothing more`() {
    let once = redacted("sk-proj-Ab12Cd34Ef56Gh78Ij90, a@b.io, +49 30 1234567, password: geheim-123")
    #expect(redacted(once) == once)
  }

  /// Each would take minutes where every place is tried from anew to the text's end.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "@", "a@", "1", "1 ", "4111 ", "+1", "(1", "a.", "-", "-----BEGIN ", "://", "://a:", "password", "password: ",
      "eyJ", "is ", "a_", "Bearer ", "\"", "é@é.",
    ])
  func `long runs of what findings begin with take no longer than other text`(_ piece: String) {
    let text = String(repeating: piece, count: 150_000 / piece.utf8.count)
    #expect(!redacted(text).isEmpty)
  }
}
