import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLObjectType,
  getNamedType,
  isInputObjectType,
} from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "#accounts/auth/scopes";
import { schema } from "../../schema/index.ts";
import { ABSENT, type Ids, seedTeamNodes } from "./node-seeds.ts";
import { headersOf, type SessionServer, type Shown, startSessionServer } from "./session-server.ts";

let server: SessionServer;
let own: Ids;
let foreign: Ids;
let key: Shown;

beforeAll(async () => {
  server = await startSessionServer();
  const others = await server.system.team({ name: "Rival Research" });
  own = await seedTeamNodes(server.db, server.teamId);
  foreign = await seedTeamNodes(server.db, others.teamId);
  for (const { Market, Collection } of [own, foreign])
    await server.db.prisma.market.update({
      where: { id: Number(Market) },
      data: { collectionId: Number(Collection) },
    });
  key = { key: await server.system.key(server.teamId, SCOPES, ["events-monitor"]) };
});
afterAll(() => server?.stop());

const CRITERIA =
  'searchCriteria: { userPrompt: "Makers of kites", marketName: "Kites", keywords: { features: ["kites"] }, count: 3 }';

/** Each argument of a root field that names an object of a team, and an operation that names it. */
const OPERATIONS: Record<string, (ids: Ids) => string> = {
  "collection.collectionId": (ids) => `{ collection(collectionId: ${ids.Collection}) { name } }`,
  "discoveryJob.jobId": (ids) => `{ discoveryJob(jobId: ${ids.DiscoveryJob}) { status } }`,
  "dossier.agentId": (ids) => `{ dossier(agentId: "${ids.Dossier}") { query } }`,
  "dossierTask.taskId": (ids) => `{ dossierTask(taskId: "${ids.DossierTask}") { status } }`,
  "monitor.monitorId": (ids) => `{ monitor(monitorId: ${ids.Monitor}) { name } }`,
  "monitors.marketId": (ids) => `{ monitors(marketId: ${ids.Market}) { totalCount } }`,
  "webhook.webhookId": (ids) => `{ webhook(webhookId: ${ids.Webhook}) { url } }`,
  "createWebhook.input.teamId": (ids) =>
    `mutation { createWebhook(input: { teamId: ${ids.Team}, url: "https://example.com/" }) { webhook { url } } }`,
  "rotateWebhookSecret.webhookId": (ids) =>
    `mutation { rotateWebhookSecret(webhookId: ${ids.Webhook}) { webhook { url } } }`,
  "pingWebhook.webhookId": (ids) => `mutation { pingWebhook(webhookId: ${ids.Webhook}) { kind } }`,
  "disableWebhook.webhookId": (ids) => `mutation { disableWebhook(webhookId: ${ids.Webhook}) { status } }`,
  "enableWebhook.webhookId": (ids) => `mutation { enableWebhook(webhookId: ${ids.Webhook}) { status } }`,
  "deleteWebhook.webhookId": (ids) => `mutation { deleteWebhook(webhookId: ${ids.Webhook}) }`,
  "redeliverWebhook.deliveryId": (ids) =>
    `mutation { redeliverWebhook(deliveryId: "${ids.WebhookDelivery}") { kind } }`,
  "notices.teamId": (ids) => `{ notices(teamId: ${ids.Team}) { totalCount } }`,
  "createMonitor.input.marketId": (ids) => `mutation { createMonitor(input: { marketId: ${ids.Market} }) { name } }`,
  "createMonitor.input.teamId": (ids) =>
    `mutation { createMonitor(input: { marketId: ${own.Market}, teamId: ${ids.Team} }) { name } }`,
  "updateMonitor.input.monitorId": (ids) =>
    `mutation { updateMonitor(input: { monitorId: ${ids.Monitor}, everyMinutes: 5 }) { name } }`,
  "pauseMonitor.monitorId": (ids) => `mutation { pauseMonitor(monitorId: ${ids.Monitor}) { status } }`,
  "resumeMonitor.monitorId": (ids) => `mutation { resumeMonitor(monitorId: ${ids.Monitor}) { status } }`,
  "runMonitor.monitorId": (ids) => `mutation { runMonitor(monitorId: ${ids.Monitor}) { status } }`,
  "createMonitorFeed.monitorId": (ids) =>
    `mutation { createMonitorFeed(monitorId: ${ids.Monitor}) { monitor { name } } }`,
  "revokeMonitorFeed.monitorId": (ids) => `mutation { revokeMonitorFeed(monitorId: ${ids.Monitor}) { name } }`,
  "subscribeToDigest.input.monitorId": (ids) =>
    `mutation { subscribeToDigest(input: { monitorId: ${ids.Monitor}, email: "nobody@example.com" }) { name } }`,
  "unsubscribeFromDigest.monitorId": (ids) =>
    `mutation { unsubscribeFromDigest(monitorId: ${ids.Monitor}, email: "nobody@example.com") { name } }`,
  "deleteMonitor.monitorId": (ids) => `mutation { deleteMonitor(monitorId: ${ids.Monitor}) }`,
  "noticeAdded.teamId": (ids) => `subscription { noticeAdded(teamId: ${ids.Team}) { title } }`,
  "dossiers.collectionId": (ids) => `{ dossiers(collectionId: ${ids.Collection}) { totalCount } }`,
  "dossiers.filter.agentIds": (ids) => `{ dossiers(filter: { agentIds: ["${ids.Dossier}"] }) { totalCount } }`,
  "market.marketId": (ids) => `{ market(marketId: ${ids.Market}) { name } }`,
  "markets.collectionId": (ids) => `{ markets(collectionId: ${ids.Collection}) { totalCount } }`,
  "team.teamId": (ids) => `{ team(teamId: ${ids.Team}) { name } }`,
  "addMarketColumn.input.marketId": (ids) =>
    `mutation { addMarketColumn(input: { marketId: ${ids.Market}, question: "Who is the CFO?", kind: TEXT }) { readAs } }`,
  "quoteMarketColumn.input.marketId": (ids) =>
    `{ quoteMarketColumn(input: { marketId: ${ids.Market}, question: "Who is the CFO?", kind: TEXT }) { cells } }`,
  "refillMarketColumn.columnId": (ids) => `mutation { refillMarketColumn(columnId: ${ids.MarketColumn}) { name } }`,
  "changeMarketColumnCap.columnId": (ids) =>
    `mutation { changeMarketColumnCap(columnId: ${ids.MarketColumn}, maxCostUsd: 1) { name } }`,
  "deleteMarketColumn.columnId": (ids) => `mutation { deleteMarketColumn(columnId: ${ids.MarketColumn}) }`,
  "pauseColumnFill.marketId": (ids) => `mutation { pauseColumnFill(marketId: ${ids.Market}) { name } }`,
  "resumeColumnFill.marketId": (ids) => `mutation { resumeColumnFill(marketId: ${ids.Market}) { name } }`,
  "cancelColumnFill.marketId": (ids) => `mutation { cancelColumnFill(marketId: ${ids.Market}) { name } }`,
  "cancelDiscovery.input.marketId": (ids) =>
    `mutation { cancelDiscovery(input: { marketId: ${ids.Market} }) { status } }`,
  "cancelDossier.taskId": (ids) => `mutation { cancelDossier(taskId: "${ids.DossierTask}") { status } }`,
  "pauseDossier.taskId": (ids) => `mutation { pauseDossier(taskId: "${ids.DossierTask}") { answer } }`,
  "resumeDossier.taskId": (ids) => `mutation { resumeDossier(taskId: "${ids.DossierTask}") { answer } }`,
  "skipDossierStep.taskId": (ids) => `mutation { skipDossierStep(taskId: "${ids.DossierTask}") { answer } }`,
  "cancelPublish.input.marketId": (ids) =>
    `mutation { cancelPublish(input: { marketId: ${ids.Market} }) { market { name } } }`,
  "createCollection.input.teamId": (ids) =>
    `mutation { createCollection(input: { teamId: ${ids.Team}, name: "Mine" }) { name } }`,
  "createDossier.input.collectionId": (ids) =>
    `mutation { createDossier(input: { agentType: THEME, query: "Kites?", collectionId: ${ids.Collection} }) { query } }`,
  "createDossier.input.marketId": (ids) =>
    `mutation { createDossier(input: { agentType: MARKET, query: "Kites?", marketId: ${ids.Market} }) { query } }`,
  "createDossier.input.teamId": (ids) =>
    `mutation { createDossier(input: { agentType: THEME, query: "Kites?", teamId: ${ids.Team} }) { query } }`,
  "extendDiscovery.input.marketId": (ids) =>
    `mutation { extendDiscovery(input: { marketId: ${ids.Market}, ${CRITERIA} }) { market { name } } }`,
  "extendDiscovery.input.collectionId": (ids) =>
    `mutation { extendDiscovery(input: { marketId: ${own.Market}, collectionId: ${ids.Collection}, ${CRITERIA} }) { market { name } } }`,
  "extendDiscovery.input.teamId": (ids) =>
    `mutation { extendDiscovery(input: { marketId: ${own.Market}, teamId: ${ids.Team}, ${CRITERIA} }) { market { name } } }`,
  "reviewCompany.input.marketId": (ids) =>
    `mutation { reviewCompany(input: { marketId: ${ids.Market}, domain: "kites.de", decision: ACCEPTED }) { market { name } } }`,
  "withdrawReview.input.marketId": (ids) =>
    `mutation { withdrawReview(input: { marketId: ${ids.Market}, domain: "kites.de" }) { market { name } } }`,
  "forkDiscovery.input.jobId": (ids) =>
    `mutation { forkDiscovery(input: { jobId: ${ids.DiscoveryJob}, ${CRITERIA} }) { market { name } } }`,
  "forkDiscovery.input.collectionId": (ids) =>
    `mutation { forkDiscovery(input: { jobId: ${own.DiscoveryJob}, collectionId: ${ids.Collection}, ${CRITERIA} }) { market { name } } }`,
  "publishMarket.input.marketId": (ids) =>
    `mutation { publishMarket(input: { marketId: ${ids.Market} }) { market { name } } }`,
  "pauseJob.jobId": (ids) => `mutation { pauseJob(jobId: ${ids.DiscoveryJob}) { answer } }`,
  "resumeJob.jobId": (ids) => `mutation { resumeJob(jobId: ${ids.DiscoveryJob}) { answer } }`,
  "skipNextStep.jobId": (ids) => `mutation { skipNextStep(jobId: ${ids.DiscoveryJob}) { answer } }`,
  "resumeDiscovery.input.jobId": (ids) =>
    `mutation { resumeDiscovery(input: { jobId: ${ids.DiscoveryJob} }) { market { name } } }`,
  "runDossier.input.agentId": (ids) => `mutation { runDossier(input: { agentId: "${ids.Dossier}" }) { status } }`,
  "startDiscovery.input.collectionId": (ids) =>
    `mutation { startDiscovery(input: { collectionId: ${ids.Collection}, ${CRITERIA} }) { market { name } } }`,
  "startDiscovery.input.teamId": (ids) =>
    `mutation { startDiscovery(input: { teamId: ${ids.Team}, ${CRITERIA} }) { market { name } } }`,
  "discoveryProgress.marketId": (ids) => `subscription { discoveryProgress(marketId: ${ids.Market}) { message } }`,
};

/** What names objects of any type, or such as belong to nobody. */
const SHARED = ["node.id", "nodes.ids", "event.id", "splitCompany.recordIds"];

/** Names of the arguments below a field that name an object, with the way to them. */
function idArguments(
  parts: readonly (GraphQLArgument | GraphQLInputField)[],
  path: string,
  within: readonly string[] = [],
): string[] {
  return parts.flatMap((part) => {
    const at = `${path}.${part.name}`;
    const type = getNamedType(part.type);
    if (isInputObjectType(type) && !within.includes(type.name))
      return idArguments(Object.values(type.getFields()), at, [...within, type.name]);
    return /^ids?$|Ids?$/.test(part.name) ? [at] : [];
  });
}

const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].filter(
  (type): type is GraphQLObjectType => type != null,
);

describe("what names an object of another team", () => {
  it("is tried with every argument of the schema", () => {
    const named = roots.flatMap((root) =>
      Object.values(root.getFields()).flatMap(({ name, args }) => idArguments(args, name)),
    );
    expect(named.filter((path) => !SHARED.includes(path)).sort()).toEqual(Object.keys(OPERATIONS).sort());
  });

  /** The status, and what comes first of the answer: of a subscription, its beginning. */
  async function ask(query: string): Promise<string> {
    const stop = new AbortController();
    const response = await fetch(`${server.system.url}/graphql`, {
      method: "POST",
      headers: {
        ...headersOf(key),
        "content-type": "application/json",
        ...(query.startsWith("subscription") ? { accept: "text/event-stream" } : {}),
      },
      body: JSON.stringify({ query }),
      signal: stop.signal,
    });
    const first = await response.body?.getReader().read();
    stop.abort();
    return `${response.status} ${Buffer.from(first?.value ?? []).toString()}`;
  }

  /** What an operation answers, without the ids that it was asked for. */
  async function answerTo(path: string, ids: Ids): Promise<string> {
    const text = await ask(OPERATIONS[path]?.(ids) ?? "");
    const texts = Object.values(ids).map(String);
    return texts.reduce((rest, id) => rest.replaceAll(new RegExp(`\\b${id}\\b`, "g"), "ID"), text);
  }

  it.each(Object.keys(OPERATIONS))("%s: gets what an absent one gets, and not what one's own gets", async (path) => {
    const [theirs, nobodys] = [await answerTo(path, foreign), await answerTo(path, { ...foreign, ...ABSENT })];
    expect(theirs).toBe(nobodys);
    expect(theirs).not.toMatch(/Rival Research|INTERNAL_SERVER_ERROR|GRAPHQL_VALIDATION_FAILED/);
    expect(await answerTo(path, own)).not.toBe(theirs);
  });

  it("has changed nothing of theirs", async () => {
    const { prisma } = server.db;
    const teamId = Number(foreign.Team);
    expect(await prisma.market.count({ where: { teamId } })).toBe(1);
    expect(await prisma.marketColumn.count({ where: { market: { teamId } } })).toBe(1);
    expect(await prisma.dossier.count({ where: { teamId } })).toBe(1);
    expect(await prisma.dossierTask.count({ where: { dossier: { teamId } } })).toBe(1);
    expect(await prisma.collection.count({ where: { teamId } })).toBe(1);
    expect(await prisma.workflowRun.count({ where: { market: { teamId } } })).toBe(1);
  });
});
