import { Command } from "commander";
import { readConfig } from "#foundation/config/config";
import { applyRetention } from "#upkeep/retention";
import { answer } from "../answer.ts";
import { table } from "../table.ts";
import { changeDatabase, withDatabase } from "../with-database.ts";

/** `market retention` */
export function retentionCommand(): Command {
  return new Command("retention")
    .option("--dry-run", "list what is due, and delete nothing", false)
    .option("--json", "print JSON", false)
    .action(async ({ dryRun, json }: { dryRun: boolean; json: boolean }) => {
      const config = readConfig();
      const cleared = dryRun
        ? await withDatabase(config, (db) => applyRetention(db, config.retention, { isRehearsal: true }))
        : await changeDatabase(config, { operation: "applyRetention", subject: {} }, (db) =>
            applyRetention(db, config.retention),
          );
      const rows = table(
        ["What", "Table", "Kept", dryRun ? "Due" : "Deleted"],
        cleared.map(({ what, table: name, days, rows: count }) => [
          what,
          name,
          days === null ? "for good" : days === 0 ? "until they expire" : `${days} days`,
          String(count),
        ]),
      );
      answer({ json }, { isRehearsal: dryRun, cleared }, rows);
    });
}
