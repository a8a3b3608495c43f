import type { ModelMessage, LanguageModel as SdkModel } from "ai";
import type { z } from "zod";
import type { Pay, ProviderCall } from "../provider-call.ts";
import { ProviderError } from "../provider-error.ts";
import { type AnswerForm, instructionsFor, outputFor, schemaText } from "./answer-form.ts";
import { FormRefusedError } from "./form-refused.ts";
import { jsonValuesIn } from "./json-values-in.ts";
import type { AskOptions, LanguageModel, ModelTask } from "./language-model.ts";
import { toProviderError } from "./model-errors.ts";
import { sdk as ai } from "./sdk.ts";

export interface SdkLanguageModelOptions {
  /** `openai-compatible` or `anthropic`. */
  provider: string;
  /** The provider's name of the model. */
  model: string;
  sdk: SdkModel;
  /** The forms that the server may accept, in the order of trying them; by default only the schema in the request. */
  forms?: readonly AnswerForm[];
  /** The key, kept out of error messages. */
  apiKey?: string | undefined;
  /** US dollars per million tokens, which equals micro-dollars per token. */
  price: { input: number; output: number };
  timeoutMs: number;
}

/** The recorded part of an answer: enough to read it again. */
interface RawAnswer {
  text: string;
  finishReason: string;
  [key: string]: string;
}

interface Usage {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
}

/**
 * Upper bound: tokenizers fall back to single bytes, and some make a token of each digit, but no text has more tokens
 * than bytes.
 */
const TOKENS_A_BYTE = 1;
/** What providers add around messages, instructions and schema. */
const TOKENS_AROUND = 500;
/** Number of characters of a wrong answer that the model is shown again. */
const SHOWN_AGAIN = 8_000;

/** Whether the usage is a real count, which is never 0: the SDK puts 0 where a server leaves the number out. */
const isCounted = ({ inputTokens = 0, outputTokens = 0 }: Usage, { text }: RawAnswer): boolean =>
  inputTokens > 0 && (outputTokens > 0 || (outputTokens === 0 && text === ""));

type Reading<T> = { value: T; wrong?: undefined } | { wrong: string };

function read<T>(text: string, schema: z.ZodType<T>): Reading<T> {
  const found = jsonValuesIn(text).map((value) => schema.safeParse(value));
  // A model that thinks aloud drafts first and answers last, so the last value counts.
  const parsed = found.findLast(({ success }) => success) ?? found.at(-1);
  if (parsed === undefined) return { wrong: "it is not JSON" };
  if (parsed.success) return { value: parsed.data };
  const [first, ...more] = parsed.error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join(".") || "the value"}: ${issue.message}`);
  return { wrong: [first ?? "it has another form", ...more].join("; ") };
}

/** A model behind the Vercel AI SDK. The payer's function handles retries and the ledger. */
export class SdkLanguageModel implements LanguageModel {
  readonly name: string;
  private readonly options: SdkLanguageModelOptions;
  /** Index in `forms` of the first that the server is not known to refuse. */
  private takes = 0;

  constructor(options: SdkLanguageModelOptions) {
    this.options = options;
    this.name = `${options.provider}:${options.model}`;
  }

  capOf(task: ModelTask<unknown>): number {
    const first = this.cap(task, messagesOf(task));
    return first + this.cap(task, messagesOf(task), SHOWN_AGAIN);
  }

  async ask<T>(task: ModelTask<T>, { pay }: AskOptions): Promise<T> {
    const messages = messagesOf(task);
    const first = await this.answerTo(task, messages, pay);
    const reading = this.readingOf(first, task);
    if (reading.wrong === undefined) return reading.value;
    const again: ModelMessage[] = [
      ...messages,
      { role: "assistant", content: first.text.slice(0, SHOWN_AGAIN).toWellFormed() || "(nothing)" },
      {
        role: "user",
        content: `That answer cannot be used: ${reading.wrong}. Give the whole answer again, in the form that was asked for.`,
      },
    ];
    const second = this.readingOf(await this.answerTo(task, again, pay), task);
    if (second.wrong === undefined) return second.value;
    throw new ProviderError({
      provider: this.options.provider,
      failure: "malformed",
      retryable: false,
      message: `${this.name} did not give "${task.prompt.name}" in the form that was asked for: ${second.wrong}`,
      // The ledger has both answers already.
      costMicroUsd: 0,
    });
  }

  /**
   * Makes a call, and repeats it in the next form where the server refuses one. Remembers the form that worked only
   * after an answer: if the refusal had another cause, it would come again.
   */
  private async answerTo(task: ModelTask<unknown>, messages: ModelMessage[], pay: Pay): Promise<RawAnswer> {
    const { forms = ["schema"] } = this.options;
    for (let at = this.takes; ; at++) {
      try {
        const answer = await pay(this.call(task, messages, forms[at] ?? "schema"));
        this.takes = Math.max(this.takes, at);
        return answer;
      } catch (error) {
        if (!(error instanceof FormRefusedError) || at >= forms.length - 1) throw error;
      }
    }
  }

  /** Reads the value of an answer; a cut or refused one does not fit the form. @throws ProviderError for a refusal */
  private readingOf<T>({ text, finishReason }: RawAnswer, { schema, prompt }: ModelTask<T>): Reading<T> {
    if (finishReason === "content-filter" || text.trim() === "")
      throw new ProviderError({
        provider: this.options.provider,
        failure: "refused",
        message: `${this.name} refused "${prompt.name}"${finishReason === "content-filter" ? " by its content filter" : ": the answer is empty"}`,
      });
    const reading = read(text, schema);
    return reading.wrong !== undefined && finishReason === "length"
      ? { wrong: "it was cut off at the most tokens it may have; be shorter" }
      : reading;
  }

  private cap(task: ModelTask<unknown>, messages: ModelMessage[], more = 0): number {
    const texts = [JSON.stringify(messages), task.prompt.instructions, schemaText(task.schema)];
    const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), more);
    const { input, output } = this.options.price;
    return Math.ceil((bytes * TOKENS_A_BYTE + TOKENS_AROUND) * input + task.maxOutputTokens * output);
  }

  /** The form is not part of the request's identity: the answer counts the same in whatever form it was requested. */
  private call(task: ModelTask<unknown>, messages: ModelMessage[], form: AnswerForm): ProviderCall<RawAnswer> {
    const { provider, model, sdk, apiKey, timeoutMs, price } = this.options;
    const { prompt, maxOutputTokens } = task;
    return {
      provider,
      operation: "chat",
      model,
      request: {
        prompt: prompt.name,
        version: prompt.version,
        maxOutputTokens,
        messages: messages.map(({ role, content }) => ({ role, content: String(content) })),
      },
      capMicroUsd: this.cap(task, messages),
      timeoutMs,
      run: async (signal) => {
        const ended = (answer: RawAnswer, usage: Usage) => {
          const { inputTokens = 0, outputTokens = 0 } = usage;
          // The usage of a provider that reports none counts as the maximum.
          const counted = isCounted(usage, answer);
          const cost = counted
            ? Math.ceil(inputTokens * price.input + outputTokens * price.output)
            : this.cap(task, messages);
          const told: Record<string, number> = counted ? { inputTokens, outputTokens } : {};
          return { answer, costMicroUsd: cost, usage: told };
        };
        try {
          const { text, finishReason, usage, toolCalls } = await ai().generateText({
            model: sdk,
            // Some servers silently ignore the schema, so the second question also states it in words.
            system: instructionsFor(task, form !== "schema" || messages.length > 1),
            messages,
            output: outputFor(task, form),
            maxOutputTokens,
            temperature: 0,
            maxRetries: 0,
            abortSignal: signal,
          });
          // Some servers answer with a call of a tool that was never offered: its input is the answer.
          const [call] = text === "" ? toolCalls : [];
          return ended({ text: call === undefined ? text : JSON.stringify(call.input), finishReason }, usage);
        } catch (error) {
          if (ai().NoObjectGeneratedError.isInstance(error) && error.usage !== undefined)
            return ended({ text: error.text ?? "", finishReason: error.finishReason ?? "other" }, error.usage);
          throw toProviderError(error, { provider, apiKey, signal });
        }
      },
    };
  }
}

function messagesOf({ data }: ModelTask<unknown>): ModelMessage[] {
  return [{ role: "user", content: JSON.stringify(data) }];
}
