/** How long a process counts as shared after two have used it. */
const SHARED_MS = 10_000;
/** Longest pause after work, in milliseconds. */
const LONGEST_PAUSE_MS = 2_000;

/** Tells who has a process to themselves: limits for the sake of others need not bind them. */
export class Sharing {
  readonly #pause: number;
  #last: string | undefined;
  #sharedAt = Number.NEGATIVE_INFINITY;

  /** @param pause the pause after work in a shared process, as a share of what the work took */
  constructor(pause: number) {
    this.#pause = pause;
  }

  /** Notes that someone uses the process. */
  note(who: string): void {
    if (this.#last !== undefined && this.#last !== who) this.#sharedAt = performance.now();
    this.#last = who;
  }

  /** Whether more than one have used the process within the last seconds. */
  isShared(): boolean {
    return performance.now() - this.#sharedAt < SHARED_MS;
  }

  /** Returns how long to pause after work that took so long, in milliseconds: the longer, the more of it others get. */
  pauseMs(tookMs: number): number {
    return this.isShared() ? Math.min(tookMs * this.#pause, LONGEST_PAUSE_MS) : 0;
  }
}
