import Testing

@testable import Worker

@Suite struct BoundedQueueTests {
  @Test func `elements leave in the order in which they came`() async {
    let queue = BoundedQueue<Int>(capacity: 10)
    for number in 1...7 { #expect(await queue.push(number)) }
    #expect(await queue.pop() == 1)
    #expect(await queue.popAll(upTo: 3) == [2, 3, 4])
    #expect(await queue.popAll(upTo: 100) == [5, 6, 7])
  }

  @Test(arguments: [1, 2, 7])
  func `it never holds more than its capacity, whoever pushes`(capacity: Int) async {
    let queue = BoundedQueue<Int>(capacity: capacity)
    await withTaskGroup(of: Void.self) { group in
      for producer in 0..<4 {
        group.addTask {
          for number in 0..<50 { #expect(await queue.push(producer * 100 + number)) }
        }
      }
      var received: [Int] = []
      while received.count < 200 {
        #expect(queue.count <= capacity)
        received += await queue.popAll(upTo: 3) ?? []
      }
      #expect(Set(received).count == 200)
      for producer in 0..<4 {
        let own = received.filter { $0 / 100 == producer }
        #expect(own == own.sorted(), "what one task pushed stays in order")
      }
    }
  }

  @Test func `several consumers get every element once`() async {
    let queue = BoundedQueue<Int>(capacity: 3)
    let received = await withTaskGroup(of: [Int].self) { group in
      for _ in 0..<4 {
        group.addTask {
          var own: [Int] = []
          while let batch = await queue.popAll(upTo: 2) { own += batch }
          return own
        }
      }
      for number in 0..<300 { _ = await queue.push(number) }
      queue.close()
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(received.sorted() == Array(0..<300))
  }

  @Test func `closing takes nothing more, and gives what is there`() async {
    let queue = BoundedQueue<Int>(capacity: 3)
    _ = await queue.push(1)
    _ = await queue.push(2)
    queue.close()
    #expect(await !queue.push(3))
    #expect(await queue.pop() == 1)
    #expect(await queue.pop() == 2)
    #expect(await queue.pop() == nil)
    #expect(await queue.popAll(upTo: 5) == nil)
  }

  @Test func `closing wakes whoever waits`() async {
    let full = BoundedQueue<Int>(capacity: 1)
    let empty = BoundedQueue<Int>(capacity: 1)
    _ = await full.push(1)
    async let pushed = full.push(2)
    async let popped = empty.pop()
    for _ in 0..<20 { await Task.yield() }
    full.close()
    empty.close()
    #expect(await !pushed)
    #expect(await popped == nil)
    #expect(await full.popAll(upTo: 5) == [1])
  }

  @Test func `a cancelled task waits no longer`() async {
    let full = BoundedQueue<Int>(capacity: 1)
    let empty = BoundedQueue<Int>(capacity: 1)
    _ = await full.push(1)
    let pushing = Task { await full.push(2) }
    let popping = Task { await empty.pop() }
    for _ in 0..<20 { await Task.yield() }
    pushing.cancel()
    popping.cancel()
    #expect(await !pushing.value)
    #expect(await popping.value == nil)
    // Others go on.
    #expect(await full.pop() == 1)
    #expect(await full.push(3))
    #expect(await full.pop() == 3)
  }
}
