import { setTimeout as sleep } from "node:timers/promises";
import type { ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";
import { InvalidInputError, NotFoundError, ServiceUnavailableError } from "#foundation/errors/index";
import {
  McpCancelDocument,
  McpNotesDocument,
  McpPreviewDocument,
  McpProgressDocument,
  McpQuoteDocument,
  McpReadQuestionDocument,
  McpStartDocument,
} from "#generated/operations/graphql";
import type { GraphContext } from "#schema/context";
import { type Criteria, criteria, first, marketId, maxCostUsd } from "../inputs.ts";
import { companyLink, marketLink } from "../links.ts";
import { runOperation } from "../run-operation.ts";
import { hasEnded, taskIdOf, tellJob } from "../tasks.ts";
import { READS, tool } from "../tool.ts";

/** Polling interval of a followed discovery. */
const LOOK_MS = 1_000;
/** Longest wait of one call: clients give up after a minute by default. */
const MOST_WAIT_SECONDS = 300;

async function readQuestion(question: string, context: GraphContext) {
  const { generateSearchCriteria } = await runOperation(McpReadQuestionDocument, { question }, context);
  const { form, ...read } = generateSearchCriteria;
  return { searchCriteria: read, notUsed: form?.notUsed ?? [] };
}

async function criteriaOf(
  given: { question?: string | undefined; criteria?: Criteria | undefined },
  context: GraphContext,
): Promise<Criteria> {
  if ((given.question === undefined) === (given.criteria === undefined))
    throw new InvalidInputError("give either `question` or `criteria`");
  if (given.criteria !== undefined) return given.criteria;
  return criteria.parse((await readQuestion(given.question ?? "", context)).searchCriteria);
}

/**
 * Returns how a discovery would understand the criteria, in sentences. Null where no worker answers, because the other
 * parts of a result need none.
 */
async function notesOn(searchCriteria: Criteria, context: GraphContext): Promise<readonly string[] | null> {
  try {
    return (await runOperation(McpNotesDocument, { searchCriteria }, context)).criteriaNotes;
  } catch (error) {
    if (error instanceof ServiceUnavailableError) return null;
    throw error;
  }
}

const asked = {
  question: z.string().min(1).optional().describe("The market question in plain words."),
  criteria: criteria.optional(),
};

const read = tool({
  name: "read_question",
  title: "Read a market question",
  description:
    "Converts a market question in plain words into search criteria, and estimates time and cost. `notes` tells in sentences how the criteria are understood: words that were corrected or translated, words that no record has, unknown places, and conditions that are not used; null if no worker answers. It starts nothing. Tell the user the notes, correct the criteria, then call start_discovery.",
  input: z.object({
    question: z.string().min(1).describe("For example: makers of bicycle brakes in Italy, not shops."),
  }),
  annotations: READS,
  async run({ question }, context) {
    const said = await readQuestion(question, context);
    const searchCriteria = criteria.parse(said.searchCriteria);
    const [{ quoteDiscovery }, notes] = await Promise.all([
      runOperation(McpQuoteDocument, { searchCriteria }, context),
      notesOn(searchCriteria, context),
    ]);
    return { value: { criteria: searchCriteria, notUsed: said.notUsed, notes, quote: quoteDiscovery } };
  },
});

const preview = tool({
  name: "preview_discovery",
  title: "Preview a discovery",
  description:
    "Previews the companies and counts for a question or criteria in about a second. It creates no market or job and uses no quota. Use it to correct the criteria before start_discovery.",
  input: z.object({ ...asked, first: first(50, 10) }),
  annotations: READS,
  async run({ first: count, ...given }, context) {
    const searchCriteria = await criteriaOf(given, context);
    const { previewDiscovery } = await runOperation(McpPreviewDocument, { searchCriteria, first: count }, context);
    const links = previewDiscovery.companies.map(({ domain, company }) => companyLink(domain, company.name));
    return { value: { criteria: searchCriteria, ...previewDiscovery }, links };
  },
});

const start = tool({
  name: "start_discovery",
  title: "Start a discovery",
  description:
    "Creates a market from a question or criteria, and finds its companies in the background. It takes seconds to minutes and counts against the team's quota. For a question, the result has the criteria and `notes` of read_question. Then call follow_discovery until it has ended.",
  input: z.object({
    ...asked,
    maxCostUsd,
    teamId: z
      .int()
      .min(1)
      .optional()
      .describe("The number of the team; required with a platform key, otherwise the key's team."),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async run({ maxCostUsd: most, teamId, ...given }, context) {
    const searchCriteria = await criteriaOf(given, context);
    // Nobody has seen the reading of a question yet. It goes first: once started, nothing may fail any more.
    const reading =
      given.criteria === undefined ? { criteria: searchCriteria, notes: await notesOn(searchCriteria, context) } : {};
    const cap = { maxCostUsd: most ?? null, teamId: teamId ?? null };
    const { startDiscovery } = await runOperation(McpStartDocument, { searchCriteria, ...cap }, context);
    const { market, job } = startDiscovery;
    return { value: { ...market, ...job, ...reading }, links: [marketLink(market.marketId, market.name)] };
  },
});

/**
 * Returns the first job of a market's newest run: the discovery itself, or the first flag of a publish. With it come
 * whether all of the run has ended, its progress, and the log after a sequence.
 */
async function look(id: number, sequence: number, context: GraphContext) {
  const { market } = await runOperation(McpProgressDocument, { marketId: id, after: sequence }, context);
  const run = market?.jobs.edges[0]?.node.runJobs ?? [];
  const [job] = run;
  if (market == null || job === undefined) throw new NotFoundError(`market ${id}`);
  const progress = run.reduce((sum, one) => sum + one.progress, 0) / run.length;
  return { job, isOver: run.every(({ status }) => hasEnded(status)), progress, log: market.log };
}

/** Reports progress to a client that asked for it. */
async function tell({ mcpReq }: ServerContext, progress: number, message: string): Promise<void> {
  const token = mcpReq._meta?.progressToken;
  if (token === undefined) return;
  await mcpReq.notify({
    method: "notifications/progress",
    params: { progressToken: token, progress, total: 1, message },
  });
}

const follow = tool({
  name: "follow_discovery",
  title: "Follow a discovery or a publish",
  description:
    "Waits until the newest run of a market (a discovery, or a publish with its jobs) has ended, or for `waitSeconds`. Returns the state of the run, the status and error of each of its jobs, and the log entries after `after`. A publish without flags has no jobs: get_market says whether it is done. It sends progress notifications while it waits. If `hasEnded` is false, call it again with `after` = `lastSequence`. A client that has the extension for tasks gets a task instead.",
  input: z.object({
    marketId,
    after: z
      .int()
      .min(0)
      .default(0)
      .describe("The `lastSequence` of the previous call; by default 0, for the whole log."),
    waitSeconds: z
      .int()
      .min(0)
      .max(MOST_WAIT_SECONDS)
      .default(45)
      .describe(`The maximum waiting time in seconds, 0–${MOST_WAIT_SECONDS}.`),
  }),
  annotations: READS,
  async run({ marketId: id, after, waitSeconds }, context, call) {
    const { signal } = call.mcpReq;
    const until = Date.now() + waitSeconds * 1_000;
    let sequence = after;
    let told = 0;
    for (;;) {
      const { job, isOver, progress, log } = await look(id, sequence, context);
      const last = log.at(-1);
      sequence = last?.sequence ?? sequence;
      // Progress has to grow from one notification to the next.
      if (last !== undefined && progress > told) {
        told = progress;
        await tell(call, told, last.message);
      }
      if (isOver || Date.now() >= until || signal.aborted) return tellJob(taskIdOf(job.jobId, after), context);
      await sleep(Math.min(LOOK_MS, Math.max(0, until - Date.now())), undefined, { signal }).catch(() => {});
    }
  },
  async taskOf({ marketId: id, after }, context) {
    const { job, isOver } = await look(id, after, context);
    return isOver ? null : taskIdOf(job.jobId, after);
  },
});

const cancel = tool({
  name: "cancel_discovery",
  title: "Cancel a discovery",
  description:
    "Cancels the queued or running discovery of a market. The job keeps the candidates found so far, but they are not added to the market.",
  input: z.object({ marketId }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run({ marketId: id }, context) {
    return { value: (await runOperation(McpCancelDocument, { marketId: id }, context)).cancelDiscovery };
  },
});

export const DISCOVERY_TOOLS = [read, preview, start, follow, cancel];
