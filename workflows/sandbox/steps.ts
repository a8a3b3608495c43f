import { ApplicationFailure, condition, defineUpdate, setHandler, workflowInfo } from "@temporalio/workflow";
import { ORDERS } from "../contract.ts";
import { EXPECTED_FAILURE } from "./failure.ts";

/** A step ahead of a run, before which it may be paused. */
export interface Step {
  /** For people, and unique within the run. */
  name: string;
  /** Whether the run is useless without it, so that it cannot be skipped. */
  isNeeded?: boolean;
  /** Whether it stays ahead after it has begun, as the next batch of many. */
  repeats?: boolean;
}

/** A message that a run was paused or resumed, for those who follow it. */
export interface PauseMessage<Of extends Step> {
  /** The run's next step. */
  step: Of;
  message: string;
  /** Who paused or resumed the run, and why. */
  by: string;
  /**
   * Distinguishes it from other messages about the run, including those of an execution that a restored backup starts
   * again.
   */
  key: string;
  isPaused: boolean;
}

interface Listeners<Of extends Step> {
  /** Shows the operators' orders; empty where none is still to come. */
  show(note: string): void;
  /** Absent where only operators follow the run. */
  tell?(message: PauseMessage<Of>): Promise<void>;
}

/**
 * Arguments of an operator's order: the reason, and who gave it where it was not given in Temporal. Both are for
 * people.
 */
type OrderArguments = [reason?: string, by?: string];
const pause = defineUpdate<string, OrderArguments>(ORDERS.pause);
const resume = defineUpdate<string, OrderArguments>(ORDERS.resume);
const skipNextStep = defineUpdate<string, OrderArguments>(ORDERS.skipNextStep);

const LONGEST_REASON = 200;

function refuse(message: string): never {
  throw ApplicationFailure.create({ message, type: EXPECTED_FAILURE, nonRetryable: true });
}

function checkArguments(given: OrderArguments): void {
  for (const text of given)
    if (text !== undefined && (typeof text !== "string" || text.length > LONGEST_REASON))
      refuse(`a reason must be a string of at most ${LONGEST_REASON} characters`);
}

const because = (reason: string | undefined): string => (reason === undefined || reason === "" ? "" : `: ${reason}`);

/**
 * The steps of a run, between which operators pause it, resume it and skip what comes next. Each order is an update of
 * the workflow: it is validated, answered, and kept in the history, so that it outlives a worker. Answers and reasons
 * are texts, which pass unencrypted, because operators read them in Temporal.
 */
export class Steps<Of extends Step> {
  private readonly ahead: Of[];
  private readonly listeners: Listeners<Of>;
  /** Who skipped a step, and why. */
  private readonly skipped = new Map<Of, string>();
  /** Who paused the run, and why; null while it is not paused. */
  private paused: string | null = null;
  /** Who resumed it. */
  private resumed = "";
  private pauses = 0;

  /** Answers operators from now on, so make it before the first activity. */
  constructor(steps: readonly Of[], listeners: Listeners<Of>) {
    this.ahead = [...steps];
    this.listeners = listeners;
    this.answerPause();
    this.answerResume();
    this.answerSkip();
  }

  /**
   * Begins a step: waits while the run is paused. Resolves to who skipped the step, and why; null where it is to be
   * run.
   */
  async begin(name: string): Promise<string | null> {
    const step = this.ahead.find((one) => one.name === name);
    if (step === undefined) throw new Error(`this run has no step ${name} ahead`);
    while (this.paused !== null) {
      const who = this.paused;
      this.pauses += 1;
      const which = `${workflowInfo().runId} ${this.pauses}`;
      this.listeners.show(`**Paused** before ${name}, by ${who}. Send the update \`${ORDERS.resume}\` to continue.`);
      await this.listeners.tell?.({
        step,
        message: `Paused before ${name} by ${who}`,
        by: who,
        key: `paused ${which}`,
        isPaused: true,
      });
      await condition(() => this.paused === null);
      await this.listeners.tell?.({
        step,
        message: `Resumed by ${this.resumed}`,
        by: this.resumed,
        key: `resumed ${which}`,
        isPaused: false,
      });
    }
    this.ahead.splice(0, this.ahead.indexOf(step) + (step.repeats ? 0 : 1));
    this.showNext();
    return this.skipped.get(step) ?? null;
  }

  /** Whether the run is paused, or will be before its next step. */
  get isPaused(): boolean {
    return this.paused !== null;
  }

  /** Puts steps that have only now become known in the place of a step ahead. */
  replace(name: string, steps: readonly Of[]): void {
    const at = this.ahead.findIndex((one) => one.name === name);
    this.ahead.splice(at, 1, ...steps);
    this.showNext();
  }

  /** Shows what an operator waits for while a step is under way. */
  private showNext(): void {
    const [next] = this.ahead;
    const skipper = next === undefined ? undefined : this.skipped.get(next);
    const notes = [
      ...(this.paused === null || next === undefined ? [] : [`Will pause before ${next.name}, by ${this.paused}.`]),
      ...(skipper === undefined ? [] : [`Will skip ${next?.name}, by ${skipper}.`]),
    ];
    this.listeners.show(notes.join(" "));
  }

  private nextStep(): Of {
    return this.ahead[0] ?? refuse("the run is already in its last step");
  }

  private answerPause(): void {
    const validator = (...given: OrderArguments) => {
      checkArguments(given);
      if (this.paused !== null) refuse(`the run is already paused, by ${this.paused}`);
      this.nextStep();
    };
    const handler = (reason?: string, by = "an operator") => {
      this.paused = `${by}${because(reason)}`;
      this.showNext();
      return `will pause before ${this.nextStep().name}; the current step is finished first`;
    };
    const description =
      "Pauses the run before its next step. The current step is finished first. A paused run can still be cancelled. Argument: a reason (optional), which is shown to those who follow the run.";
    setHandler(pause, handler, { validator, description });
  }

  private answerResume(): void {
    const validator = (...given: OrderArguments) => {
      checkArguments(given);
      if (this.paused === null) refuse("the run is not paused");
    };
    const handler = (reason?: string, by = "an operator") => {
      this.paused = null;
      this.resumed = `${by}${because(reason)}`;
      this.showNext();
      const [next] = this.ahead;
      return next === undefined ? "continues" : `continues with ${next.name}`;
    };
    setHandler(resume, handler, {
      validator,
      description: "Resumes a paused run, or withdraws a pause that has not begun yet. Argument: a reason (optional).",
    });
  }

  private answerSkip(): void {
    const validator = (...given: OrderArguments) => {
      checkArguments(given);
      const next = this.nextStep();
      if (next.isNeeded) refuse(`the next step, ${next.name}, cannot be skipped: the run needs its result`);
      if (this.skipped.has(next)) refuse(`${next.name} is already going to be skipped`);
    };
    const handler = (reason?: string, by = "an operator") => {
      const next = this.nextStep();
      this.skipped.set(next, `${by}${because(reason)}`);
      if (this.paused === null) this.showNext();
      return `will skip ${next.name}`;
    };
    setHandler(skipNextStep, handler, {
      validator,
      description:
        "Skips the next step, which is recorded as skipped. Refused if the run needs the result of that step. Pause the run first to be sure which step is next. Argument: a reason (optional).",
    });
  }
}
