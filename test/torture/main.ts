import { randomInt } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Command, InvalidArgumentError } from "commander";
import { type TortureReport, torture } from "./torture.ts";

const number = (text: string): number => {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError("a number above 0");
  return value;
};
const seedOf = (text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 0x7fffffff)
    throw new InvalidArgumentError("a whole number below 2^31");
  return value;
};

function print({
  seed,
  minutes,
  kills,
  outages,
  hangs,
  clockSteps,
  acknowledged,
  backups,
  messages,
  races,
  invariants,
  violations,
}: TortureReport) {
  const say = (text: string) => process.stdout.write(`${text}\n`);
  say(
    `seed ${seed}, ${minutes} min: ${kills} kills (${outages} of them outages), ${hangs} hangs, ${clockSteps} clock steps`,
  );
  say(
    `${acknowledged} acknowledged requests; ${backups} backups; ${messages} messages to webhooks; ${races.rounds} races of 100, ${races.oneWinner} with one winner`,
  );
  for (const { name, checked, violations: broken } of invariants) {
    say(`${broken.length === 0 ? "holds " : "BROKEN"}  ${name} (${checked})`);
    for (const what of broken.slice(0, 10)) say(`          ${what}`);
  }
  say(
    `${violations} violations${violations === 0 ? "" : `; the same plan again: npm run torture -- --seed ${seed} --minutes ${minutes}`}`,
  );
}

const program = new Command("torture")
  .description(
    "Kills, stops and confuses every process of a product of its own while clients work with it, then reads from the database whether everything that was acknowledged is true.",
  )
  .option("--seed <number>", "the choices of an earlier trial; by default new ones", seedOf)
  .option("--minutes <number>", "of disturbance", number, 4)
  .option("--kills <number>", "stop after so many, if they come sooner", number)
  .option("--json <file>", "write the report as JSON")
  .action(async (options: { seed?: number; minutes: number; kills?: number; json?: string }) => {
    const seed = options.seed ?? randomInt(0x7fffffff);
    const say = (text: string) => process.stderr.write(`${text}\n`);
    say(`seed ${seed}`);
    const report = await torture({ ...options, seed, onStep: say });
    print(report);
    if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(report, null, 2)}\n`);
    process.exitCode = report.violations === 0 ? 0 : 1;
    // What a stopped server still holds open must not hold up the end.
    await sleep(1_000);
    process.exit();
  });

await program.parseAsync();
