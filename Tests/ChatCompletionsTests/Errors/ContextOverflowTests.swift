import ChatCompletions
import Testing

@Suite struct ContextOverflowTests {
  @Test(
    arguments: [
      // server's words, status, limit, requested
      (
        400,
        #"{"error":{"code":400,"message":"request (6031 tokens) exceeds the available context size (2048 tokens), try increasing it","type":"exceed_context_size_error","n_prompt_tokens":6031,"n_ctx":2048}}"#,
        2048, 6031
      ),
      (
        nil,
        #"{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error","n_prompt_tokens":6031,"n_ctx":2048}}"#,
        2048, 6031
      ),
      (
        400,
        #"{"error":{"message":"litellm.ContextWindowExceededError: request (6031 tokens) exceeds the available context size (2048 tokens), try","type":"invalid_request_error","param":null,"code":"400"}}"#,
        2048, 6031
      ),
      (
        400,
        #"{"error":{"message":"This model's maximum context length is 8192 tokens. However, your messages resulted in 9500 tokens. Please reduce the length of the messages.","code":"context_length_exceeded"}}"#,
        8192, 9500
      ),
      (400, #"{"error":{"message":"Your input exceeds the context window of this model"}}"#, nil, nil),
      (400, #"{"error":{"message":"Input tokens exceed the configured limit of 272000 tokens."}}"#, 272000, nil),
      (
        400,
        #"{"error":{"message":"Invalid 'messages[0].content': string too long. Expected a string with maximum length 10485760, but got 12000000 instead.","code":"string_above_max_length"}}"#,
        nil, nil
      ),
      (
        429,
        #"{"error":{"message":"Request too large for gpt-4o in organization org on tokens per min (TPM): Limit 30000, Requested 31538. The input or output tokens must be reduced","type":"tokens","code":"rate_limit_exceeded"}}"#,
        30000, 31538
      ),
      (
        400,
        #"{"object":"error","message":"This model's maximum context length is 32768 tokens. However, you requested 39197 tokens in the messages, Please reduce the length of the messages.","type":"BadRequestError","param":null,"code":400}"#,
        32768, 39197
      ),
      (
        400,
        #"{"error":{"message":"This model's maximum context length is 4096 tokens. However, you requested 512 output tokens and your prompt contains at least 3585 input tokens","code":400}}"#,
        4096, 4097
      ),
      (
        400,
        #"[{"error":{"code":400,"message":"The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).","status":"INVALID_ARGUMENT"}}]"#,
        1048575, 1196265
      ),
      (
        400,
        #"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 213462 tokens > 200000 maximum"}}"#,
        200000, 213462
      ),
      (
        400,
        #"{"error":{"message":"input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length or `max_tokens`"}}"#,
        200000, 210000
      ),
      (413, #"{"error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}"#, nil, nil),
      (400, #"{"error":{"message":"Please reduce the length of the messages or completion."}}"#, nil, nil),
      (
        400,
        #"{"message":"Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length"}"#,
        32768, 40000
      ),
      (
        400,
        #"{"error":{"message":"The input (9000 tokens) is longer than the model's context length (8193 tokens)."}}"#,
        8193, 9000
      ),
      (
        422,
        #"{"error":"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens and 20 `max_new_tokens`","error_type":"validation"}"#,
        4096, 5020
      ),
      (
        400,
        #"{"error":{"message":"This endpoint's maximum context length is 131072 tokens. However, you requested about 140000 tokens (139000 of text input)."}}"#,
        131072, 140000
      ),
      (400, #"{"error":"Input length 9000 exceeds the maximum allowed input length of 8000 tokens."}"#, 8000, 9000),
      (
        400, #"{"error":"The number of tokens to keep from the initial prompt is greater than the context length"}"#,
        nil, nil
      ),
      (400, #"{"error":{"message":"the input length exceeds the context length"}}"#, nil, nil),
      (
        400,
        #"{"error":"This model's maximum prompt length is 131072 but the request contains 537812 tokens.","code":"x"}"#,
        131072, 537812
      ),
      (
        400,
        #"{"error":{"message":"Invalid request: Your request exceeded model token limit: 8192 (requested: 9000)"}}"#,
        8192, 9000
      ),
      (400, #"{"error":{"message":"context window exceeds limit"}}"#, nil, nil),
      (
        400,
        #"{"error":{"message":"litellm.ContextWindowExceededError: litellm.BadRequestError: this is a mock context window exceeded error\nmodel=m. context_window_fallbacks=None.","type":"invalid_request_error","code":"400"}}"#,
        nil, nil
      ),
      (400, #"{"error":{"code":"1261","message":"Prompt exceeds max length"}}"#, nil, nil),
      (
        400,
        #"{"message":"Please reduce the length of the messages or completion. Current length is 9,100 while limit is 8,192"}"#,
        nil, nil
      ),
      (400, #"{"message":"Current length is 9,100 while limit is 8,192"}"#, 8192, 9100),
      (413, "", nil, nil),
    ] as [(Int?, String, Int?, Int?)])
  func `a request with too many tokens is recognized, and its numbers are read`(
    status: Int?, body: String, limit: Int?, requested: Int?
  ) {
    #expect(classify(status, body).class == .tooBig(limit: limit, requested: requested))
  }

  @Test(arguments: [
    (429, #"{"message":"Too many tokens, please wait before trying again."}"#),
    (
      429,
      #"{"error":{"message":"Requests to the ChatCompletions_Create Operation under Azure OpenAI API have exceeded token rate limit of your current OpenAI S0 pricing tier. Please retry after 45 seconds.","code":"429"}}"#
    ),
    (
      429,
      #"{"error":{"message":"Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000. Please try again in 2s.","code":"rate_limit_exceeded"}}"#
    ),
    (429, #"{"error":{"message":"Request too large … Limit 30000, Requested 100."}}"#),
    (503, #"{"error":{"message":"ThrottlingException: too many tokens per minute"}}"#),
  ])
  func `limits of a minute that speak of tokens are no overflow`(status: Int, body: String) {
    #expect(classify(status, body).class == .overload)
  }

  @Test func `a status that an error quotes from a prompt does not matter`() {
    #expect(classify(400, #"{"error":{"message":"invalid value near: we saw a 429 yesterday"}}"#).class == .permanent)
  }
}
