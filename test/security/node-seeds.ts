import { randomUUID } from "node:crypto";
import { createUser } from "#accounts/teams/create-user";
import type { Database } from "#foundation/db/database";
import { seedCompany, seedEsgItem, seedEvent, seedMarket, seedNews } from "../support/impact.ts";

let made = 0;

/** Keys of a team's objects, as `seedTeamNodes` makes them. */
export type Ids = Record<string, number | string>;
/** Keys of the same types that no object has. */
export const ABSENT: Ids = {
  ColumnFill: 2147483647,
  CriteriaVersion: 2147483647,
  Notice: "00000000-0000-4000-8000-00000000dead",
  Team: 2147483647,
  Market: 2147483647,
  MarketColumn: 2147483647,
  DiscoveryJob: 2147483647,
  Collection: 2147483647,
  Monitor: 2147483647,
  Webhook: 2147483647,
  WebhookDelivery: "00000000-0000-4000-8000-00000000dead",
  Dossier: "00000000-0000-4000-8000-00000000dead",
  DossierTask: "00000000-0000-4000-8000-00000000dead",
  TeamUser: "2147483647:00000000-0000-4000-8000-00000000dead",
};

/** A global id, as clients hold it. */
export const globalId = (typeName: string, key: number | string): string =>
  Buffer.from(`${typeName}:${key}`).toString("base64");

/**
 * Of each node type that belongs to a team, the key of one object of this team's.
 * @param word stands in every text that the team has written. @param companyIds the companies of the market
 */
export async function seedTeamNodes(
  db: Database,
  teamId: number,
  { word = "Kites", companyIds = [] }: { word?: string; companyIds?: number[] } = {},
): Promise<Ids> {
  const { prisma } = db;
  const n = ++made;
  const marketId = await seedMarket(db, teamId, companyIds, `${word} ${n}`);
  const column = await prisma.marketColumn.create({
    data: { marketId, name: word, question: `Who is the CEO of ${word}?`, kind: "text", createdBy: randomUUID() },
  });
  const fill = await prisma.columnFill.create({ data: { marketId, status: "completed" } });
  const { id: jobId } = await prisma.job.findFirstOrThrow({ where: { marketId } });
  const { id: collectionId } = await prisma.collection.create({ data: { teamId, name: `${word} ${n}` } });
  const { agentId } = await prisma.dossier.create({
    data: { teamId, agentType: "theme", query: `${word}?`, createdBy: "00000000-0000-4000-8000-000000000000" },
  });
  const { taskId } = await prisma.dossierTask.create({ data: { agentId } });
  const user = { email: `member-${n}@example.com`, firstName: "Grace", lastName: word, password: `password ${n}` };
  const { id: userId } = await createUser(prisma, { teamId, ...user });
  const monitor = await prisma.monitor.create({
    data: { teamId, kind: "market", marketId, name: word, everyMinutes: 60, createdBy: userId },
  });
  await prisma.noticeLog.upsert({ where: { teamId }, create: { teamId, sequence: 1 }, update: {} });
  const notice = await prisma.notice.create({
    data: {
      id: randomUUID(),
      teamId,
      sequence: n,
      kind: "company.entered",
      title: `${word} entered`,
      monitorId: monitor.id,
      marketId,
    },
  });
  const webhook = await prisma.webhook.create({
    data: {
      teamId,
      url: "https://example.com/hook",
      description: word,
      ofMarkets: true,
      ofEvents: true,
      secrets: [],
      createdBy: userId,
    },
  });
  const delivery = await prisma.webhookDelivery.create({
    data: { id: randomUUID(), webhookId: webhook.id, sequence: 0, kind: "ping" },
  });
  return {
    Webhook: webhook.id,
    WebhookDelivery: delivery.id,
    Monitor: monitor.id,
    Notice: notice.id,
    Team: teamId,
    TeamUser: `${teamId}:${userId}`,
    Market: marketId,
    MarketColumn: column.id,
    ColumnFill: fill.id,
    CriteriaVersion: jobId,
    DiscoveryJob: jobId,
    Collection: collectionId,
    Dossier: agentId,
    DossierTask: taskId,
  };
}

/** Of each node type that belongs to nobody, the key of an object; they are all about one company. */
export async function seedSharedNodes(db: Database): Promise<Record<string, number>> {
  const { prisma } = db;
  const { id: companyId } = await seedCompany(db, `nodes-${++made}.com`);
  const eventId = await seedEvent(db, { title: `Storm ${made}`, companyIds: [companyId] });
  await seedNews(db, [companyId], 1, `nodes ${made}`);
  const person = await prisma.person.create({
    data: {
      companyId,
      name: "Ada Kite",
      nameKey: "ada kite",
      role: "Chief Executive Officer",
      isFormer: false,
      rank: 1,
      firstSeenAt: new Date("2026-05-01"),
      lastSeenAt: new Date("2026-05-01"),
    },
  });
  const record = await prisma.sourceRecord.create({
    data: {
      companyId,
      domain: `nodes-${made}.com`,
      source: "test",
      kind: "directory",
      recordedAt: new Date("2026-05-01"),
      given: { name: "Kites" },
      facts: { name: "Kites" },
      digest: "x",
    },
  });
  const entity = await prisma.entity.create({
    data: {
      key: `company ${companyId}`,
      name: "Kites",
      entityType: "company",
      companyId,
      events: { create: { eventId, name: "Kites", entityType: "company" } },
    },
  });
  return {
    Company: companyId,
    Event: eventId,
    Entity: entity.id,
    Observation: (await prisma.observation.findFirstOrThrow({ where: { eventId } })).id,
    NewsItem: (await prisma.newsItem.findFirstOrThrow({ where: { companies: { some: { companyId } } } })).id,
    EsgItem: await seedEsgItem(db, companyId, `https://nodes-${made}.com/esg`),
    Person: person.id,
    SourceRecord: record.id,
  };
}
