import type { z } from "zod";
import type { Json, Pay } from "../provider-call.ts";

/** The instructions of a task: a versioned file, so that each answer names the prompt it came from. */
export interface Prompt {
  name: string;
  /** Changes with every change of the text. */
  version: string;
  /** The model's instructions. They never contain outside text. */
  instructions: string;
}

export interface ModelTask<T> {
  prompt: Prompt;
  /**
   * The task's material, texts of the web included. It is sent as one JSON value in the user's role: data, never
   * instructions. The caller checks the model's answer.
   */
  data: Json;
  /** The form of the answer. */
  schema: z.ZodType<T>;
  /** Maximum length of the answer. */
  maxOutputTokens: number;
}

export interface AskOptions {
  /** Makes the calls on the payer's account. */
  pay: Pay;
}

/** A language model whose answers are checked against a schema. */
export interface LanguageModel {
  /** `provider:model`, as it is recorded and shown. */
  readonly name: string;
  /** Returns the maximum cost of a task with its one retry for form, in millionths of a US dollar. */
  capOf(task: ModelTask<unknown>): number;
  /**
   * Answers a task. Asks once more for an answer of the wrong form, saying what was wrong.
   * @throws ProviderError when there is no answer of that form; CostCapReachedError
   */
  ask<T>(task: ModelTask<T>, options: AskOptions): Promise<T>;
}
