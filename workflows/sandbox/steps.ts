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

/** A message about a pause, for those who follow the run. */
export interface Said<Of extends Step> {
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
  tell?(said: Said<Of>): Promise<void>;
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
      refuse(`a reason is a text of at most ${LONGEST_REASON} characters`);
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
    if (step === undefined) throw new Error(`${name} is no step of this run`);
    while (this.paused !== null) {
      const who = this.paused;
      this.pauses += 1;
      const which = `${workflowInfo().runId} ${this.pauses}`;
      this.listeners.show(`**Paused** by ${who}, before ${name}. The update \`${ORDERS.resume}\` goes on.`);
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
      ...(this.paused === null || next === undefined ? [] : [`Pauses before ${next.name}, by ${this.paused}.`]),
      ...(skipper === undefined ? [] : [`${next?.name} will be skipped, by ${skipper}.`]),
    ];
    this.listeners.show(notes.join(" "));
  }

  private nextStep(): Of {
    return this.ahead[0] ?? refuse("the last step of this run is under way");
  }

  private answerPause(): void {
    const validator = (...given: OrderArguments) => {
      checkArguments(given);
      if (this.paused !== null) refuse(`it is paused already, by ${this.paused}`);
      this.nextStep();
    };
    const handler = (reason?: string, by = "an operator") => {
      this.paused = `${by}${because(reason)}`;
      this.showNext();
      return `pauses before ${this.nextStep().name}; a step that is under way is finished first`;
    };
    const description =
      "Pauses the run before its next step; a step that is under way is finished first. A cancel still works. Argument: a reason (optional), which those who follow the run read.";
    setHandler(pause, handler, { validator, description });
  }

  private answerResume(): void {
    const validator = (...given: OrderArguments) => {
      checkArguments(given);
      if (this.paused === null) refuse("it is not paused");
    };
    const handler = (reason?: string, by = "an operator") => {
      this.paused = null;
      this.resumed = `${by}${because(reason)}`;
      this.showNext();
      const [next] = this.ahead;
      return next === undefined ? "goes on" : `goes on; next: ${next.name}`;
    };
    setHandler(resume, handler, {
      validator,
      description:
        "Lets a paused run go on, or takes a pause back that is still to come. Argument: a reason (optional).",
    });
  }

  private answerSkip(): void {
    const validator = (...given: OrderArguments) => {
      checkArguments(given);
      const next = this.nextStep();
      if (next.isNeeded)
        refuse(`the next step is ${next.name}, without which the run comes to nothing: it cannot be skipped`);
      if (this.skipped.has(next)) refuse(`${next.name} will be skipped already`);
    };
    const handler = (reason?: string, by = "an operator") => {
      const next = this.nextStep();
      this.skipped.set(next, `${by}${because(reason)}`);
      if (this.paused === null) this.showNext();
      return `skips ${next.name}`;
    };
    setHandler(skipNextStep, handler, {
      validator,
      description:
        "Skips the step that comes next, which is then recorded as skipped. Refused where the run comes to nothing without it. Pause first, to be sure which step that is. Argument: a reason (optional).",
    });
  }
}
