import { writeFileSync } from "node:fs";
import { Command } from "commander";
import { chanceOf } from "#foundation/log-odds";
import { roleCues } from "#markets/criteria/offer-roles";
import { readCompanies } from "./data.ts";
import { rolePhrases } from "./role-phrases.ts";

const FILE = "src/markets/criteria/offer-roles.json";
/** Words of fewer companies tell little. */
const MIN_COMPANIES = 12;
const EPOCHS = 12;
const RATE = 0.2;
/** Pull towards nothing, for each example. */
const DECAY = 2e-5;
/** Weights are kept as whole hundredths; smaller ones say nothing. */
const SCALE = 100;
const SMALLEST = 15;

/**
 * Logistic regression of making against serving, over the things of which companies say that they make or run them. Each phrase
 * counts once a company; the two roles weigh the same in sum.
 */
async function train({ companies: file }: { companies: string }): Promise<void> {
  const examples: { cues: string[]; makes: boolean }[] = [];
  const counts = new Map<string, number>();
  for (const company of await readCompanies(file)) {
    const own = new Map(rolePhrases(company).map(({ stems, role }) => [`${role} ${stems.join(" ")}`, { stems, role }]));
    const seen = new Set<string>();
    for (const { stems, role } of own.values()) {
      if (role !== "manufacturer" && role !== "serviceProvider") continue;
      const cues = roleCues(stems);
      for (const cue of cues) seen.add(cue);
      examples.push({ cues, makes: role === "manufacturer" });
    }
    for (const cue of seen) counts.set(cue, (counts.get(cue) ?? 0) + 1);
  }
  const makers = examples.filter(({ makes }) => makes).length;
  const weights = new Map<string, number>();
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const { cues, makes } of examples) {
      const known = cues.filter((cue) => (counts.get(cue) ?? 0) >= MIN_COMPANIES);
      const sum = known.reduce((total, cue) => total + (weights.get(cue) ?? 0), 0);
      const share = makes ? examples.length / (2 * makers) : examples.length / (2 * (examples.length - makers));
      const step = (RATE / (1 + epoch)) * share * ((makes ? 1 : 0) - chanceOf(sum));
      for (const cue of known) {
        const weight = weights.get(cue) ?? 0;
        weights.set(cue, weight + step - DECAY * weight);
      }
    }
  }
  const kept = [...weights]
    .map(([cue, weight]) => [cue, Math.round(SCALE * weight)] as const)
    .filter(([, weight]) => Math.abs(weight) >= SMALLEST)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(FILE, `${JSON.stringify({ scale: SCALE, weights: Object.fromEntries(kept) })}\n`);
  process.stdout.write(`${examples.length} things, ${kept.length} weights in ${FILE}\n`);
}

/** `npm run quality -- train-roles` */
export const trainRolesCommand = new Command("train-roles")
  .description("Learns from what companies say whether a thing is rather made or offered as a service.")
  .option("--companies <file>", "directory of companies", "../shared/data/companies.csv.gz")
  .action(train);
