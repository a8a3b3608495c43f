import { createHash } from "node:crypto";
import { cpus } from "node:os";
import { type GroupingDocument, groupDocuments } from "#intelligence/events/grouping/group-documents";
import { readHeadlines } from "../quality/events/headlines.ts";
import { renameHeadlines } from "./rename-headlines.ts";

export interface GroupingBenchOptions {
  /** File of real headlines that the others are made from. */
  from: string;
  headlines: number;
  weeks: number;
}

/** Tells whether two versions of the product group alike: the same groups have the same number. */
function fingerprint(documents: readonly GroupingDocument[], groups: readonly (readonly number[])[]): string {
  const hash = createHash("sha256");
  for (const group of groups) hash.update(`${group.map((index) => documents[index]?.key).join(" ")}\n`);
  return hash.digest("hex").slice(0, 16);
}

/** Groups headlines week by week, as the service does, and tells the processor time of each. */
export async function benchGrouping({ from, headlines, weeks }: GroupingBenchOptions): Promise<void> {
  const real = (await readHeadlines(from)).headlines.map(({ document }) => document);
  const all = [...renameHeadlines(real, headlines)];
  const size = Math.ceil(all.length / weeks);
  let total = 0;
  for (let week = 0; week < weeks; week++) {
    const documents = all.slice(week * size, (week + 1) * size);
    const before = process.cpuUsage();
    const groups = groupDocuments(documents);
    const { user, system } = process.cpuUsage(before);
    const seconds = (user + system) / 1e6;
    total += seconds;
    process.stdout.write(
      `${documents.length} headlines in ${groups.length} groups (${fingerprint(documents, groups)}): ${seconds.toFixed(2)} s\n`,
    );
  }
  process.stdout.write(
    `${total.toFixed(1)} s of processor time, ${Math.round(process.memoryUsage().rss / 1e6)} MB at the end, ${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}).\n`,
  );
}
