import { z } from "zod";
import { NotFoundError } from "#foundation/errors/index";
import { McpCancelPublishDocument, McpExportDocument, McpPublishDocument } from "#generated/operations/graphql";
import { EXPORT_FORMATS, EXPORT_TYPES, type ExportFormat } from "#markets/export-formats";
import { PIPELINE_CHOICES } from "#schema/pipeline-choices";
import { marketId, maxCostUsd } from "../inputs.ts";
import { marketLink } from "../links.ts";
import { runOperation } from "../run-operation.ts";
import { READS, tool } from "../tool.ts";

/** The graph's choices, without the one that has no effect on a publish. Strict, so that no misspelt flag is dropped. */
const pipelineChoices = z
  .strictObject(
    Object.fromEntries(
      PIPELINE_CHOICES.filter(({ name }) => name !== "skipDiscoveryReview").map(({ name, description }) => [
        name,
        z.boolean().optional().describe(description),
      ]),
    ),
  )
  .optional()
  .describe("The pipeline flags to run with the publish, each as a job; by default none.");

const publish = tool({
  name: "publish_market",
  title: "Publish a market",
  description:
    "Publishes a market after the user has reviewed it, and adds what the pipeline flags choose: news, ESG items, a radar and others, and an e-mail to the users of the team. Publish only if the user asks for it. A discovery of the market must have completed, and none may be running. Then call follow_discovery until it has ended; without flags there are no jobs, and get_market shows the status PUBLISHED within seconds. Requires the scope `markets:publish`.",
  input: z.object({ marketId, pipelineChoices, maxCostUsd }),
  // It may send an e-mail, and read pages of the companies' sites.
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  async run({ marketId: id, pipelineChoices: choices, maxCostUsd: cap }, context) {
    const { publishMarket } = await runOperation(
      McpPublishDocument,
      { marketId: id, pipelineChoices: choices ?? null, maxCostUsd: cap ?? null },
      context,
    );
    const { market, jobs } = publishMarket;
    return { value: { ...market, jobs }, links: [marketLink(market.marketId, market.name)] };
  },
});

const cancel = tool({
  name: "cancel_publish",
  title: "Cancel a publish",
  description:
    "Cancels the queued or running publish of a market. Completed jobs stay completed, and the market returns to its previous state. A sent e-mail is not recalled. Requires the scope `markets:publish`.",
  input: z.object({ marketId }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run({ marketId: id }, context) {
    const { market, jobs } = (await runOperation(McpCancelPublishDocument, { marketId: id }, context)).cancelPublish;
    return { value: { ...market, jobs }, links: [marketLink(market.marketId, market.name)] };
  },
});

const exported = tool({
  name: "export_market",
  title: "Export a market's companies",
  description:
    "Returns a URL for downloading all companies of a market as a file, with the number of companies, and not the file itself. Use it instead of many calls of get_market if the user wants a file. The URL needs no key and expires after 15 minutes: whoever has it can download the file.",
  input: z.object({
    marketId,
    format: z
      .enum(EXPORT_FORMATS)
      .default("csv")
      .describe("The file format; `ndjson` also has each criterion and its evidence."),
  }),
  annotations: READS,
  async run({ marketId: id, format }, context) {
    const named = format.toUpperCase() as Uppercase<ExportFormat>;
    const { market } = await runOperation(McpExportDocument, { marketId: id, format: named }, context);
    if (market == null) throw new NotFoundError(`market ${id}`);
    const { name, download, companies } = market;
    return {
      value: { marketId: id, format, companies: companies.totalCount, ...download },
      links: [{ uri: download.url, name: `${name} (${format})`, mimeType: EXPORT_TYPES[format] }, marketLink(id, name)],
    };
  },
});

export const PUBLISHING_TOOLS = [publish, cancel, exported];
