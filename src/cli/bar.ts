import { SingleBar } from "cli-progress";

/** A progress bar on a terminal for work with a known length; nothing elsewhere. */
export class Bar {
  #bar: SingleBar | null = null;
  readonly #isShown: boolean;

  constructor({ json }: { json: boolean }) {
    this.#isShown = !json && process.stderr.isTTY;
  }

  show(phase: string, done: number, of: number, what = ""): void {
    if (!this.#isShown) return;
    const payload = { phase, what };
    if (this.#bar === null) {
      this.#bar = new SingleBar({
        format: "{phase} [{bar}] {percentage} % · {what}",
        hideCursor: true,
        clearOnComplete: true,
      });
      this.#bar.start(of, 0, payload);
    }
    this.#bar.setTotal(of);
    this.#bar.update(done, payload);
  }

  stop(): void {
    this.#bar?.stop();
    this.#bar = null;
  }
}
