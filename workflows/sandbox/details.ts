import { setCurrentDetails } from "@temporalio/workflow";

/** The step list under "Current Details" in the Temporal UI: Markdown, kept to about ten lines. */
export class Details {
  private readonly done: string[] = [];
  private readonly title: string;
  private last = "";
  private note = "";

  /** @param title what the run is, and for whom: Markdown, one line */
  constructor(title: string) {
    this.title = title;
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

  /** Adds a step that an operator skipped. */
  skipped(step: string, by: string): void {
    this.done.push(`- – ${step}: **skipped** by ${by}`);
    this.show();
  }

  /** Shows the operators' orders; empty where there are none. */
  noted(note: string): void {
    this.note = note;
    this.show(this.last);
  }

  /** Shows how the run ended. */
  ended(how: string): void {
    this.note = "";
    this.show(`\n${how}`);
  }

  private show(last = ""): void {
    this.last = last;
    const note = this.note === "" ? [] : ["", this.note];
    setCurrentDetails([this.title, "", ...this.done, last, ...note].join("\n"));
  }
}
