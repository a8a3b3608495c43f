import type { DiscoveryPlan } from "./plan.ts";

/** Returns the unwanted kinds as the criteria have them. The plan may have several entries for one: "letters" for "postal operators". */
export const unwantedPhrases = ({ exclusions }: Pick<DiscoveryPlan, "exclusions">): string[] => [
  ...new Set(exclusions.map(({ phrase }) => phrase)),
];
