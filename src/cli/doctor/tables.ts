import type { Queries } from "#foundation/db/database";
import { type TableSize, tableSizes } from "#foundation/db/table-sizes";
import type { Finding } from "./check.ts";

/** Number of tables named. */
const SHOWN = 6;
const MB = 1024 ** 2;

const size = (bytes: number) =>
  bytes >= 1024 * MB ? `${(bytes / 1024 / MB).toFixed(1)} GB` : `${(bytes / MB).toFixed(1)} MB`;

function describe({ name, bytes, rows, growth }: TableSize): string {
  const grows =
    growth === null || Math.abs(growth.bytes) < 0.05 * MB
      ? ""
      : `, ${growth.bytes < 0 ? "−" : "+"}${size(Math.abs(growth.bytes))} a day`;
  return `${name} ${size(bytes)} (${Math.round(rows)} rows${grows})`;
}

/** Reports the largest tables, and how fast they grow. */
export async function checkTables(db: Queries): Promise<Finding[]> {
  const tables = await tableSizes(db);
  const together = size(tables.reduce((sum, { bytes }) => sum + bytes, 0));
  const measured = tables.reduce((days, { growth }) => Math.max(days, growth?.days ?? 0), 0);
  const since = measured === 0 ? "growth is shown from the second day on" : `growth of the last ${measured} days`;
  const largest = tables.slice(0, SHOWN).map(describe).join(", ");
  return [
    { name: "Tables", status: "ok", found: `${together} in ${tables.length}; ${since}. The largest: ${largest}` },
  ];
}
