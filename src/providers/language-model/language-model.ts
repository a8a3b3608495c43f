import type { z } from "zod";
import type { Json, Pay } from "../provider-call.ts";

/** The instructions of a task: a file with a version, so that an answer says what it was asked by. */
export interface Prompt {
  name: string;
  /** Changes with every change of the text. */
  version: string;
  /** What the model is told to do. Nothing that comes from outside is ever in it. */
  instructions: string;
}

export interface ModelTask<T> {
  prompt: Prompt;
  /**
   * What the task is about, texts of the web included. It is sent as one JSON value in the user's role: data, never
   * instructions. What the model makes of it is checked by whoever asks.
   */
  data: Json;
  /** The form of the answer. */
  schema: z.ZodType<T>;
  /** The most that the answer may have. */
  maxOutputTokens: number;
}

export interface AskOptions {
  /** Makes the calls for whoever pays. */
  pay: Pay;
}

/** A language model that answers in a form that is checked. */
export interface LanguageModel {
  /** `provider:model`, as it is recorded and shown. */
  readonly name: string;
  /** The most that a task can cost with its one re-ask, in millionths of a US dollar. */
  capOf(task: ModelTask<unknown>): number;
  /**
   * Answers a task. An answer of another form is asked for once more, with what was wrong.
   * @throws ProviderError when there is no answer of that form; CostCapReachedError
   */
  ask<T>(task: ModelTask<T>, options: AskOptions): Promise<T>;
}
