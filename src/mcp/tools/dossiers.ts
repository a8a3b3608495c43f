import { z } from "zod";
import { NotFoundError } from "#foundation/errors/index";
import { McpCreateDossierDocument, McpDossierDocument, McpRunDossierDocument } from "#generated/operations/graphql";
import type { GraphContext } from "#schema/context";
import { dossierLink } from "../links.ts";
import { runOperation } from "../run-operation.ts";
import { READS, tool } from "../tool.ts";

/** Returns a dossier with its newest run. @throws NotFoundError */
export async function readDossier(agentId: string, context: GraphContext) {
  const { dossier } = await runOperation(McpDossierDocument, { agentId }, context);
  if (dossier == null) throw new NotFoundError(`dossier ${agentId}`);
  return dossier;
}

const ask = tool({
  name: "ask_dossier",
  title: "Ask for a dossier",
  description:
    "Asks a question about a company, a market or a theme, and starts the run that answers it from stored records. Then call get_dossier until `lastTask.status` is COMPLETED.",
  input: z.object({
    query: z.string().min(1).describe("The question that the report answers."),
    agentType: z.enum(["COMPANY", "MARKET", "THEME"]).describe("The kind of subject of the question."),
    company: z.string().optional().describe("The domain of the company; only for COMPANY."),
    marketId: z.int().min(1).optional().describe("The number of the market; only for MARKET."),
    teamId: z
      .int()
      .min(1)
      .optional()
      .describe("The number of the team; required with a platform key, otherwise the key's team."),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async run(input, context) {
    const { createDossier } = await runOperation(McpCreateDossierDocument, { input }, context);
    const { runDossier } = await runOperation(McpRunDossierDocument, { agentId: createDossier.agentId }, context);
    return { value: { ...createDossier, ...runDossier }, links: [dossierLink(createDossier.agentId)] };
  },
});

const get = tool({
  name: "get_dossier",
  title: "Read a dossier",
  description:
    "A dossier's newest run: its status, and the report in Markdown, in which every sentence has its sources.",
  input: z.object({ agentId: z.uuid().describe("The id of the dossier, which ask_dossier returns.") }),
  annotations: READS,
  async run({ agentId }, context) {
    return { value: await readDossier(agentId, context), links: [dossierLink(agentId)] };
  },
});

export const DOSSIER_TOOLS = [ask, get];
