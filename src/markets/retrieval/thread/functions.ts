import type { DiscoveryPlan } from "../../plan/plan.ts";
import type { DirectoryChanges } from "../change-index.ts";
import type { LoadedIndex } from "../loaded-index.ts";
import type { QuestionVector, Retriever } from "../retriever.ts";

/** What is known of an index outside the thread that has it. */
export interface IndexFacts extends Pick<LoadedIndex, "companies" | "greatestId" | "isTrained"> {
  notes: readonly string[];
}

/** A `SentenceSource` whose functions are known by numbers. */
export interface NumberedSource {
  model: string;
  folder: string;
  embed: number;
  companies: number;
  compare: number | null;
}

/** The methods of a retriever that take and give plain values. */
export type PlainMethod = Exclude<keyof Retriever, "notes" | "questionVector">;

/** What the thread does. Its caller numbers the indexes, and the functions that the thread may call. */
export interface ThreadFunctions {
  /** Null: there is no such file. */
  open(index: number, path: string, sentences: NumberedSource | null): Promise<IndexFacts | null>;
  /** Makes another index of one by what has changed. */
  change(index: number, next: number, changes: DirectoryChanges, embed: number | null): Promise<IndexFacts>;
  recordDigests(index: number, from: number, to: number): ReturnType<LoadedIndex["recordDigests"]>;
  ask(index: number, method: PlainMethod, parameters: readonly unknown[]): Promise<unknown>;
  questionVector(index: number, plan: DiscoveryPlan, embed: number): Promise<QuestionVector>;
  /** Frees what only this index needs. */
  forget(index: number): void;
}

/** What the thread asks of its caller. */
export interface CallerFunctions {
  call(number: number, parameters: readonly unknown[]): Promise<unknown>;
}
