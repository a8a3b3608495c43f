import { z } from "zod";
import type { EventFrame } from "../frames/read-frames.ts";
import type { FrameSlot } from "../frames/slots.ts";

/** Values of a later event that differ from the event that it follows. */
export const Developments = z.array(
  z.object({
    /** The kind of event that has the role. */
    frame: z.string(),
    role: z.string(),
    /** Null if the earlier event does not state it. */
    before: z.string().nullable(),
    after: z.string(),
  }),
);
export type Development = z.infer<typeof Developments>[number];

/** Roles that change while a matter continues. */
const CHANGING = ["stage", "amount", "deaths", "injured", "missing", "number", "affected", "workers", "percent"];
/** Two figures that differ by at most this, relative to the larger one, count as one rounded figure. */
const ROUNDED = 0.05;

const slotOf = (frame: EventFrame | undefined, role: string): FrameSlot | undefined =>
  frame?.slots.find((slot) => slot.role === role);

const companyOf = (frame: EventFrame): string | undefined => slotOf(frame, "company")?.values[0]?.text;

/** Returns the earlier frame of the same kind and company; the first of its kind if none has the company. */
function earlierOf(frames: readonly EventFrame[], later: EventFrame): EventFrame | undefined {
  const alike = frames.filter(({ type }) => type === later.type);
  return alike.find((frame) => companyOf(frame) === companyOf(later)) ?? alike[0];
}

/**
 * Returns whether the earlier event gives the later event's value among its own. Disputed figures are therefore not
 * new.
 */
function isSaid(slot: FrameSlot | undefined, { text, amount, currency }: FrameSlot["values"][number]): boolean {
  return (slot?.values ?? []).some((known) =>
    amount === null || known.amount === null
      ? known.text === text
      : known.currency === currency &&
        Math.abs(known.amount - amount) <= ROUNDED * Math.max(Math.abs(known.amount), Math.abs(amount)),
  );
}

/**
 * Returns what changed from an event to one that follows it: stages, amounts, and numbers of people or things. A change
 * is the later event's first value, if the earlier event gives others or none. The changes are in the order of the
 * frames. Pure.
 */
export function developmentsBetween(before: readonly EventFrame[], after: readonly EventFrame[]): Development[] {
  return after.flatMap((later) => {
    const earlier = earlierOf(before, later);
    return CHANGING.flatMap((role) => {
      const value = slotOf(later, role)?.values[0];
      const known = slotOf(earlier, role);
      if (value === undefined || isSaid(known, value)) return [];
      return [{ frame: later.type, role, before: known?.values[0]?.text ?? null, after: value.text }];
    });
  });
}
