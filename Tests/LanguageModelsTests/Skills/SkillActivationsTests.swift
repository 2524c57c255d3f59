import LanguageModels
import Observation
import Testing

@Suite struct SkillActivationsTests {
  @Test func `skills are active from their activation to their deactivation, in order`() {
    let activations = SkillActivations(["b", "a", "b"])
    #expect(activations.activeSkillNames == ["b", "a"])
    #expect(activations.activate("c"))
    #expect(!activations.activate("b"))
    #expect(activations.activeSkillNames == ["b", "a", "c"])
    #expect(activations.deactivate("b"))
    #expect(!activations.deactivate("b"))
    #expect(!activations.isActive("b"))
    #expect(activations.isActive("c"))
  }

  @Test func `an observer learns of a change`() {
    let activations = SkillActivations()
    let notes = Notes()
    withObservationTracking {
      _ = activations.isActive("a")
    } onChange: {
      notes.add("changed")
    }
    activations.activate("a")
    #expect(notes.all == ["changed"])
  }

  @Test func `activations of many tasks are all kept`() async {
    let activations = SkillActivations()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<100 { group.addTask { activations.activate("\(number)") } }
    }
    #expect(Set(activations.activeSkillNames).count == 100)
  }
}
