import Synchronization

/// The types that are being described, so that one that contains itself is described once.
///
/// Types describe themselves in static properties, which call each other without parameters: the context is
/// task-local, made by the outermost description.
final class SchemaContext: Sendable {
  private struct State {
    var inProgress: Set<ObjectIdentifier> = []
    var done: [ObjectIdentifier: SchemaNode] = [:]
    var definitions: [String: SchemaNode] = [:]
  }

  @TaskLocal private static var current: SchemaContext?

  private let state = Mutex(State())

  /// Runs the body in the context there is, or a new one, whose definitions the schema then holds.
  static func within(_ body: (SchemaContext) -> GenerationSchema) -> GenerationSchema {
    if let current { return body(current) }
    let context = SchemaContext()
    var schema = $current.withValue(context) { body(context) }
    let definitions = context.state.withLock { $0.definitions }
    for (name, node) in definitions where schema.definitions[name] == nil { schema.definitions[name] = node }
    return schema
  }

  /// The schema of a type: described now, or a reference to what was or is being described.
  func schema(
    of type: Any.Type, describe: () throws(GenerationSchema.SchemaError) -> SchemaNode
  ) -> GenerationSchema {
    let name = GenerationSchema.name(of: type)
    do throws(GenerationSchema.SchemaError) {
      return GenerationSchema(name: name, root: try node(of: type, describe: describe))
    } catch {
      return GenerationSchema(name: name, root: SchemaNode(.any), problem: error)
    }
  }

  /// The node of a type: described now, or a reference to what was or is being described.
  func node(
    of type: Any.Type, describe: () throws(GenerationSchema.SchemaError) -> SchemaNode
  ) throws(GenerationSchema.SchemaError) -> SchemaNode {
    let id = ObjectIdentifier(type)
    let name = GenerationSchema.name(of: type)
    let known: SchemaNode? = state.withLock { state in
      if let node = state.done[id] { return node }
      return state.inProgress.insert(id).inserted ? nil : SchemaNode(.reference(name))
    }
    if let known { return known }
    defer { state.withLock { _ = $0.inProgress.remove(id) } }
    let node = try describe()
    try define(name, node)
    let reference = SchemaNode(.reference(name))
    state.withLock { $0.done[id] = reference }
    return reference
  }

  /// The node that stands for another schema, whose definitions are taken over.
  func node(of schema: GenerationSchema) throws(GenerationSchema.SchemaError) -> SchemaNode {
    if let problem = schema.problem { throw problem }
    for (name, node) in schema.definitions { try define(name, node) }
    return schema.root
  }

  func definition(_ name: String) -> SchemaNode? { state.withLock { $0.definitions[name] } }

  func define(_ name: String, _ node: SchemaNode) throws(GenerationSchema.SchemaError) {
    let isTaken = state.withLock { state in
      let earlier = state.definitions.updateValue(node, forKey: name)
      return earlier != nil && earlier != node
    }
    if isTaken { throw .duplicateType(schema: nil, type: name) }
  }
}
