/** Why there can be no node here, for people. */
export class NoOpenSearchError extends Error {}

/** The folder of a JDK of 21 or later. @throws NoOpenSearchError */
export function findJdk(): string;

/** Starts a node with an empty data folder. @throws NoOpenSearchError */
export function startOpenSearch(options?: {
  heapMb?: number;
  quick?: boolean;
}): Promise<{ url: string; pid: number | undefined; stop(): Promise<void> }>;
