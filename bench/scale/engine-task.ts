export const ENGINES = ["embedded", "opensearch"] as const;
export type EngineName = (typeof ENGINES)[number];

/** A running node of OpenSearch. */
export interface EngineNode {
  url: string;
  pid: number;
  heapMb: number;
}

/** What the process that measures one engine is told. */
export interface EngineTask {
  databaseUrl: string;
  companies: number;
  /** Where the index of the embedded engine stays. */
  cacheDir: string;
  /** Null: the embedded engine. */
  node: EngineNode | null;
}

/** In ms. */
export interface Times {
  p50: number;
  p95: number;
}

/** What the node takes, in MB. */
export interface NodeFigures {
  heapMb: number;
  heapUsedMb: number;
  residentMb: number;
  diskMb: number;
}

/** What one engine took for one directory. */
export interface EngineFigures {
  /** Null where the folder had the index from an earlier run. */
  build: {
    seconds: number;
    /** Of these, learning the words; null for the embedded engine, which does both at once. */
    lexiconSeconds: number | null;
    /** Without the lexicon. */
    companiesPerSecond: number;
    /** Greatest resident memory of a process that builds. */
    mostMb: number;
    /** Processor seconds without PostgreSQL's: of building the embedded index; of writing to the node, without the lexicon. */
    processor: { worker: number; node: number };
  } | null;
  /** Resident memory of the process that asks, after the questions: with the embedded engine it holds the index. */
  residentMb: number;
  /** The same after the company searches, whose lists the embedded engine keeps. */
  withSearchMb: number;
  /** The embedded index's file. */
  fileMb: number | null;
  node: NodeFigures | null;
  /** Processor time of the process that asks, for a question. */
  questionProcessorMs: number;
  /** The same of the node; 0 for the embedded engine. */
  nodeProcessorMs: number;
  /** From a question to its list by words, and to all lists joined. */
  fullTextMs: Times;
  questionMs: Times;
  searchMs: Record<string, Times & { matches: number }>;
  /** The first ten companies of each question. */
  firstTen: string[][];
}

/** What that process says. */
export type EngineMessage = { progress: string } | { figures: EngineFigures };
