import { Command } from "commander";
import { changePlatformBudget, platformBudget } from "#costs/platform-budget";
import { spendOf } from "#costs/read-ledger";
import { calendarMonth } from "#foundation/calendar-month";
import { readConfig } from "#foundation/config/config";
import type { Database } from "#foundation/db/database";
import { formatMicroUsd } from "#foundation/micro-usd";
import { answer } from "../answer.ts";
import { budgetOf } from "../option-values.ts";
import { changeDatabase, withDatabase } from "../with-database.ts";

/** `market platform` */
export function platformCommand(): Command {
  return new Command("platform")
    .option(
      "--budget <usd>",
      "the monthly budget of the platform for paid providers, in US dollars, or none for no limit",
    )
    .option("--json", "print JSON; amounts are millionths of a US dollar", false)
    .action(async ({ budget, ...options }: { budget?: string; json: boolean }) => {
      const usd = budget === undefined ? undefined : budgetOf(budget);
      const month = calendarMonth();
      const state = async (db: Database) => ({
        budget: await platformBudget(db),
        spent: await spendOf(db, null, month),
      });
      const found =
        usd === undefined
          ? await withDatabase(readConfig(), state)
          : await changeDatabase(readConfig(), { operation: "changePlatformBudget", subject: {} }, async (db) => {
              await changePlatformBudget(db, usd);
              return state(db);
            });
      const limit = found.budget === null ? "no limit" : `a budget of ${formatMicroUsd(found.budget)}`;
      answer(options, { month, ...found }, `${formatMicroUsd(found.spent)} spent in ${month}, ${limit} a month.`);
    });
}
