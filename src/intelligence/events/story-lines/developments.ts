import { z } from "zod";
import type { EventFrame, FrameSlot } from "../frames/read-frames.ts";

/** What a later event says otherwise than the one that it follows. */
export const Developments = z.array(
  z.object({
    /** The kind of event whose role it is. */
    frame: z.string(),
    role: z.string(),
    /** Null: the earlier event does not say it. */
    before: z.string().nullable(),
    after: z.string(),
  }),
);
export type Development = z.infer<typeof Developments>[number];

/** Roles that change while a matter goes on. */
const CHANGING = ["stage", "amount", "deaths", "injured", "missing", "number", "affected", "workers", "percent"];
/** Two figures less apart than this, relative to the larger one, are one that was rounded. */
const ROUNDED = 0.05;

const slotOf = (frames: readonly EventFrame[], type: string, role: string): FrameSlot | undefined =>
  frames.find((frame) => frame.type === type)?.slots.find((slot) => slot.role === role);

/** Whether any value that the earlier event gives is the one of the later event: figures that are disputed are not new. */
function isSaid(slot: FrameSlot | undefined, { text, amount, currency }: FrameSlot["values"][number]): boolean {
  return (slot?.values ?? []).some((known) =>
    amount === null || known.amount === null
      ? known.text === text
      : known.currency === currency &&
        Math.abs(known.amount - amount) <= ROUNDED * Math.max(Math.abs(known.amount), Math.abs(amount)),
  );
}

/**
 * What changed from one event to another that follows it: stages, sums, and numbers of people or things that the later
 * one gives first, where the earlier one gives others or none. In the order of the frames. Pure.
 */
export function developmentsBetween(before: readonly EventFrame[], after: readonly EventFrame[]): Development[] {
  return after.flatMap(({ type, slots }) =>
    CHANGING.flatMap((role) => {
      const value = slots.find((slot) => slot.role === role)?.values[0];
      const known = slotOf(before, type, role);
      if (value === undefined || isSaid(known, value)) return [];
      return [{ frame: type, role, before: known?.values[0]?.text ?? null, after: value.text }];
    }),
  );
}
