import type { DiscoveryPlan } from "./plan.ts";

const made = new WeakMap<DiscoveryPlan, DiscoveryPlan[]>();

/**
 * Returns the plan reduced to each part of its group, otherwise unchanged; an empty list without a group. Repeated
 * calls return the same objects.
 */
export function plansOfParts(plan: DiscoveryPlan): DiscoveryPlan[] {
  const known = made.get(plan) ?? (plan.group?.parts ?? []).map((part) => reduced(plan, part));
  made.set(plan, known);
  return known;
}

type Part = NonNullable<DiscoveryPlan["group"]>["parts"][number];

function reduced({ group: _group, prompt: _prompt, ...plan }: DiscoveryPlan, { phrase: _phrase, ...part }: Part) {
  return { ...plan, ...part };
}
