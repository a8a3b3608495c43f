import { Command } from "commander";
import {
  CliIdentityLogDocument,
  type CliIdentityLogQuery,
  type IdentityOperation,
} from "#generated/operations/graphql";
import { answer } from "../answer.ts";
import { describePage, limitOptions, type PageOptions, pageOf } from "../page-options.ts";
import { table } from "../table.ts";
import { type GraphOptions, withGraph } from "../with-graph.ts";

type Entry = CliIdentityLogQuery["companyIdentityLog"]["edges"][number]["node"];

/** What is said between the two companies of an entry. */
const SAID: Record<IdentityOperation, string> = {
  MERGE: "merged into",
  UNMERGE: "unmerged from",
  SPLIT: "split from",
  DISTINGUISH: "distinguished from",
};

const named = ({ companyId, domain }: Entry["company"]): string =>
  domain == null ? String(companyId) : `${domain} (${companyId})`;

const row = ({ at, company, operation, other, by, reason }: Entry): string[] => [
  at,
  named(company),
  SAID[operation],
  named(other),
  by,
  reason,
];

/** `market companies history`. It has no `--team`, because the log is for the platform alone. */
export const history = (): Command =>
  limitOptions(
    new Command("history")
      .description("Show who merged, unmerged, split or distinguished companies and why, newest first")
      .argument(
        "[company]",
        "its id, or its domain as a domain, host or URL, for entries about it and all companies merged into it; by default all entries",
      ),
  )
    .option("--json", "print JSON", false)
    .action(async (company: string | undefined, options: GraphOptions & PageOptions) => {
      const page = pageOf(options);
      const { result } = await withGraph(options, false, (client) =>
        client.run(CliIdentityLogDocument, { company: company ?? null, ...page }),
      );
      const { totalCount, edges } = result.companyIdentityLog;
      const entries = edges.map(({ node }) => node);
      const text = [
        table(["At", "Company", "Was", "Other", "By", "Reason"], entries.map(row)),
        describePage(page, entries.length, totalCount),
      ];
      answer(options, { totalCount, offset: page.offset, entries }, text.join("\n").trimEnd());
    });
