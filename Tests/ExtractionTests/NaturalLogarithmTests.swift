import Foundation
import Testing

@testable import Extraction

@Suite struct NaturalLogarithmTests {
  @Test(arguments: [1, 1.5, 1.500001, 2, 0.75, 1e-300, 3, 10, 1234.5, 1e300])
  func `a logarithm is that of the C library`(_ value: Double) {
    let expected = log(value)
    #expect(abs(naturalLogarithm(value) - expected) <= 4e-15 * max(1, abs(expected)))
  }
}
