import type { DiscoveryPlan } from "../../plan/plan.ts";
import type { DirectoryChanges } from "../change-index.ts";
import type { LoadedIndex } from "../loaded-index.ts";
import type { QuestionVector, Retriever } from "../retriever.ts";

/** The facts about an index that are available outside its thread. */
export interface IndexFacts extends Pick<LoadedIndex, "companies" | "greatestId" | "isTrained"> {
  notes: readonly string[];
}

/** A `SentenceSource` whose functions are identified by numbers. */
export interface NumberedSource {
  model: string;
  folder: string;
  embed: number;
  companies: number;
  compare: number | null;
}

/** The methods of a retriever that take and return plain values. */
export type PlainMethod = Exclude<keyof Retriever, "notes" | "questionVector">;

/** The functions of the thread. Its caller numbers the indexes, and the functions that the thread may call. */
export interface ThreadFunctions {
  /** Loads an index from a file; null where the file does not exist. */
  open(index: number, path: string, sentences: NumberedSource | null): Promise<IndexFacts | null>;
  /** Makes another index from one and the changes. */
  change(index: number, next: number, changes: DirectoryChanges, embed: number | null): Promise<IndexFacts>;
  recordDigests(index: number, from: number, to: number): ReturnType<LoadedIndex["recordDigests"]>;
  ask(index: number, method: PlainMethod, parameters: readonly unknown[]): Promise<unknown>;
  questionVector(index: number, plan: DiscoveryPlan, embed: number): Promise<QuestionVector>;
  /** Frees the memory that only this index uses. */
  forget(index: number): void;
}

/** The functions of the caller. */
export interface CallerFunctions {
  call(number: number, parameters: readonly unknown[]): Promise<unknown>;
}
