import ChatCompletions
import Testing

@Suite struct ErrorClassificationTests {
  @Test(
    arguments: [
      (429, "", ChatError.Class.overload), (503, "", .overload), (529, "", .overload), (408, "", .overload),
      (409, "", .overload), (425, "", .overload), (498, "", .overload), (500, "", .overload), (502, "", .overload),
      (504, "", .overload), (520, "<html>", .overload), (524, "<html>", .overload),
      (503, #"{"error":{"message":"Loading model","type":"unavailable_error","code":503}}"#, .overload),
      (503, #"{"error":"server busy, please try again.  maximum pending requests exceeded"}"#, .overload),
      (401, #"{"error":{"message":"Invalid API Key","type":"authentication_error","code":401}}"#, .endpoint),
      (403, "", .endpoint), (404, "<html>", .endpoint), (405, "", .endpoint), (302, "", .endpoint),
      (400, #"{"error":{"message":"No connected db.","type":"no_db_connection","code":"400"}}"#, .endpoint),
      (
        400, #"{"error":{"message":"/chat/completions: Invalid model name passed in model=x","code":"400"}}"#, .endpoint
      ),
      (404, #"{"error":{"message":"The model `x` does not exist","code":"model_not_found"}}"#, .endpoint),
      (400, #"{"error":{"message":"Incorrect API key provided: sk-x.","type":"invalid_request_error"}}"#, .endpoint),
      (422, #"{"error":{"message":"no","code":"invalid_api_key"}}"#, .endpoint),
      (400, "", .permanent), (415, "", .permanent), (422, "", .permanent),
      (501, #"{"error":{"code":501,"message":"This feature is disabled","type":"not_supported_error"}}"#, .permanent),
      (
        500,
        #"{"error":{"code":500,"message":"image input is not supported - hint: if this is unexpected","type":"server_error"}}"#,
        .permanent
      ),
      (
        429,
        #"{"error":{"message":"You exceeded your current quota, please check your plan","type":"insufficient_quota","code":"insufficient_quota"}}"#,
        .quota
      ),
      (402, #"{"error":{"message":"Insufficient Balance"}}"#, .quota),
      (
        429,
        #"[{"error":{"code":429,"message":"You exceeded your current quota","status":"RESOURCE_EXHAUSTED","details":[{"retryDelay":"26s"}]}}]"#,
        .overload
      ),
      (
        429,
        #"[{"error":{"code":429,"message":"You exceeded your current quota","status":"RESOURCE_EXHAUSTED","details":[{"retryDelay":"40000s"}]}}]"#,
        .quota
      ),
      (
        400,
        #"{"error":{"message":"The response was filtered due to the prompt triggering Azure OpenAI's content management policy","type":null,"param":"prompt","code":"content_filter","status":400,"innererror":{"code":"ResponsibleAIPolicyViolation"}}}"#,
        .contentFilter
      ),
      (403, #"{"error":{"message":"Your input was flagged","code":403}}"#, .contentFilter),
      // Inside a body with a status of success
      (nil, #"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#, .overload),
      (nil, #"{"error":{"type":"invalid_request_error","message":"no"}}"#, .permanent),
      (nil, #"{"error":{"code":429,"message":"x"}}"#, .overload),
      (nil, #"{"error":{"code":401,"message":"x"}}"#, .endpoint),
      (200, #"{"error":{"message":"something"}}"#, .overload),
    ] as [(Int?, String, ChatError.Class)])
  func `every status and body has its class`(status: Int?, body: String, class: ChatError.Class) {
    #expect(classify(status, body).class == `class`)
  }

  @Test(arguments: [
    (
      400,
      #"{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","param":"max_tokens","code":"unsupported_parameter"}}"#,
      Adaptation.useMaxCompletionTokens
    ),
    (
      422,
      #"{"detail":[{"type":"extra_forbidden","loc":["body","max_completion_tokens"],"msg":"Extra inputs are not permitted"}]}"#,
      .useMaxTokens
    ),
    (400, #"{"error":{"message":"Unrecognized request argument supplied: max_completion_tokens"}}"#, .useMaxTokens),
    (
      400,
      #"{"error":{"message":"Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.","param":"temperature","code":"unsupported_value"}}"#,
      .dropTemperature
    ),
    (
      422,
      #"{"detail":[{"type":"extra_forbidden","loc":["body","stream_options","include_usage"],"msg":"Extra inputs are not permitted"}]}"#,
      .dropStreamOptions
    ),
    (400, #"{"error":{"message":"Extra parameters ['stream_options'] are not allowed"}}"#, .dropStreamOptions),
    (
      400, #"{"error":{"message":"The 'stream_options' parameter is only allowed when 'stream' is enabled."}}"#,
      .dropStreamOptions
    ),
    (400, #"{"error":{"message":"Unexpected message role."}}"#, .mergeSystemIntoUser),
    (500, #"{"error":{"message":"System role not supported","code":500}}"#, .mergeSystemIntoUser),
    (400, #"{"error":"'response_format.type' must be 'json_schema' or 'text'"}"#, .weakenResponseFormat),
    (400, #"{"error":{"message":"This response_format type is unavailable now"}}"#, .weakenResponseFormat),
    (
      400, #"{"error":{"message":"This model does not support response format `json_schema`."}}"#, .weakenResponseFormat
    ),
    (
      400,
      #"{"error":{"message":"Requests with max_tokens > 4096 must have stream=true","code":"BAD_REQUEST","type":"error"}}"#,
      .stream
    ),
  ])
  func `a refusal that can be met says how`(status: Int, body: String, adaptation: Adaptation) {
    #expect(classify(status, body).class == .adaptable(adaptation))
  }

  @Test func `the server's own word on retrying counts`() {
    #expect(classify(400, "", ("x-should-retry", "true")).class == .overload)
    #expect(classify(500, "", ("X-Should-Retry", "false")).class == .permanent)
    #expect(classify(401, "", ("x-should-retry", "true")).class == .endpoint)
  }

  @Test func `the status of the response counts more than the one in the body`() {
    #expect(classify(503, #"{"error":{"code":400,"message":"x"}}"#).status == 503)
    #expect(classify(200, #"{"error":{"code":400,"message":"x"}}"#).status == 400)
  }
}
