import { setCurrentDetails } from "@temporalio/workflow";
import type { RunInput } from "../contract.ts";

/** The step list under "Current Details" in the Temporal UI: Markdown, kept to about ten lines. */
export class Details {
  private readonly done: string[] = [];
  private readonly input: RunInput;

  constructor(input: RunInput) {
    this.input = input;
  }

  /** Shows the current step. */
  doing(step: string): void {
    this.show(`- … ${step}`);
  }

  /** Adds a finished step with its result. */
  finished(step: string): void {
    this.done.push(`- ✓ ${step}`);
    this.show();
  }

  /** Shows how it ended. */
  ended(how: string): void {
    this.show(`\n${how}`);
  }

  private show(last = ""): void {
    const { marketName, teamName } = this.input;
    setCurrentDetails([`**${marketName}** for ${teamName}`, "", ...this.done, last].join("\n"));
  }
}
