/// The chat messages of OpenAI's completions API, the one dialect that everything behind storage reads.
///
/// A message is one entry or several. Which, its role and content decide, and nothing else:
///
/// | `role` | entries, in this order | present when |
/// |---|---|---|
/// | `system`, `developer` | `instructions` | always |
/// | `user` | `prompt` | always |
/// | `tool`, `function` | `toolOutput` | always |
/// | `assistant` | `reasoning` | `reasoning_content` or `reasoning` is a non-empty string |
/// | | `response` | `content` is a non-empty string or array, or `refusal` a non-empty string, or neither of the other two is present |
/// | | `toolCalls` | `tool_calls` is a non-empty array, or `function_call` an object |
/// | anything else, or no object | `response` | always |
///
/// An entry is *opaque*, which means that it may only be kept or go whole, when
///
/// | entry | condition |
/// |---|---|
/// | `toolCalls` | an element of `tool_calls` holds neither a `function` nor a `custom` object |
/// | `reasoning` | never |
/// | any other | its `content` is neither a string, an array nor null; or an element of that array is not understood; or the role is none of the above |
///
/// An element is understood when it is an object, and its `type` is `text`, `input_text` or `output_text` with a string
/// `text`, `refusal` with a string `refusal`, or one of `image_url`, `input_image`, `input_audio`, `audio`, `file`,
/// `input_file`.
///
/// An entry is *ill-formed* when
///
/// | entry | condition |
/// |---|---|
/// | `instructions`, `prompt`, `toolOutput` | `content` is neither a string nor an array, or `tool_calls` is a non-empty array |
/// | `toolOutput` | besides: of role `tool` without a non-empty string `tool_call_id`, of role `function` without a non-empty string `name` |
/// | `response` | `content` is neither a string, an array nor null; or the role is none of the above |
/// | `toolCalls` | a call lacks a non-empty string `id` (not asked of `function_call`), a non-empty string `name`, or string `arguments` (`input` where it is `custom`) |
/// | `reasoning` | never |
///
/// Absent and null are the same everywhere; of duplicate keys the last counts. Where both `reasoning_content` and
/// `reasoning` are non-empty strings, the first is the entry's text. `tool_calls`, where it is a non-empty array, stands
/// before `function_call`. `Tests/Fixtures/openai-entries.json` has examples of each rule, which every implementation must pass.
///
/// What counts as content are the strings above, `refusal` after `content`; of elements not understood, and of content
/// that is no string or array, the JSON text.
public enum OpenAIChat {}
