import FoundationEssentials

/// A folder with a folder for each skill, in which the file `SKILL.md` stands.
public enum SkillFolder {
  /// In bytes.
  static let sizeLimit = 1 << 20

  /// Reads the skills of a folder in the order of their folders' names. Folders without a `SKILL.md`, and other files,
  /// are passed over.
  ///
  /// - Parameter path: The folder.
  /// - Throws: ``SkillFolderError`` with everything that is wrong in any of the files, or that the folder cannot be read.
  public static func read(_ path: String) throws(SkillFolderError) -> [SkillFile] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    } catch {
      throw SkillFolderError(problems: [
        SkillFileError(file: path, line: nil, problem: "cannot be read", expected: "a folder of skills")
      ])
    }
    var skills: [SkillFile] = []
    var problems: [SkillFileError] = []
    var files: [String: String] = [:]
    for name in names {
      let file = "\(path)/\(name)/SKILL.md"
      guard FileManager.default.fileExists(atPath: file) else { continue }
      do throws(SkillFileError) {
        let skill = try SkillFile(parsing: try text(of: file), file: file)
        if let other = files.updateValue(file, forKey: skill.name) {
          throw SkillFileError(
            file: file, line: nil, problem: "the name `\(skill.name)` is also that of \(other)",
            expected: "a name for each skill")
        }
        skills.append(skill)
      } catch {
        problems.append(error)
      }
    }
    guard problems.isEmpty else { throw SkillFolderError(problems: problems) }
    return skills
  }

  private static func text(of file: String) throws(SkillFileError) -> String {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw SkillFileError(file: file, line: nil, problem: "cannot be read", expected: "a text file")
    }
    guard data.count <= sizeLimit else {
      throw SkillFileError(
        file: file, line: nil, problem: "has \(data.count) bytes", expected: "at most \(sizeLimit) bytes")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
      throw SkillFileError(file: file, line: line.map { $0 + 1 }, problem: "is not UTF-8", expected: "UTF-8")
    }
    return text
  }
}
