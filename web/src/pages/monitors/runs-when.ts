import type { MonitorFactsFragment } from "../../generated/graphql.ts";
import { interval } from "../../parts/words.ts";

/** Formats when a monitor runs: "every hour", "when records change, every 10 minutes at most". */
export const runsWhen = ({ trigger, everyMinutes }: Pick<MonitorFactsFragment, "trigger" | "everyMinutes">): string =>
  trigger === "SCHEDULE" ? interval(everyMinutes) : `when records change, ${interval(everyMinutes)} at most`;
