import type { Database } from "#foundation/db/database";
import { seedJob } from "./jobs.ts";

const DAY_MS = 86_400_000;

type CompanyFields = Parameters<Database["prisma"]["company"]["create"]>[0]["data"];

/** A company as an import would leave it. */
export async function seedCompany(
  { prisma }: Database,
  domain: string,
  fields: Partial<CompanyFields> = {},
): Promise<{ id: number; domain: string }> {
  const { id } = await prisma.company.create({
    data: { domain, name: domain, source: "test", contentHash: domain, ...fields } as CompanyFields,
    select: { id: true },
  });
  return { id, domain };
}

/** A market with a completed discovery that these companies are in. */
export async function seedMarket(
  db: Database,
  teamId: number,
  companyIds: number[],
  name = "Seeded market",
): Promise<number> {
  const { prisma } = db;
  const { marketId, jobId } = await seedJob(
    db,
    { teamId, name },
    { status: "completed", companiesFound: companyIds.length },
  );
  await prisma.criteriaVersion.create({
    data: {
      marketId,
      jobId,
      marketName: name,
      userPrompt: "kites",
      marketType: "product",
      marketRole: "manufacturer",
      count: 25,
      projectKind: "first_pass",
      performSearch: true,
      locations: [{ country: "DE", address: null, coordinates: null }],
      judgedBy: "x",
    },
  });
  await prisma.marketCompany.createMany({
    data: companyIds.map((companyId, i) => ({
      marketId,
      companyId,
      jobId,
      rank: i + 1,
      score: 1 - i / 100,
      reason: `reason ${i}`,
      criteria: [],
    })),
  });
  return marketId;
}

/** A completed extension of a market, by other criteria. */
export async function seedExtension(
  { prisma }: Database,
  marketId: number,
  criteria: { userPrompt: string; features: string[] },
  companyIds: number[],
): Promise<void> {
  const first = await prisma.criteriaVersion.findFirstOrThrow({ where: { marketId }, orderBy: { id: "asc" } });
  const { id: _id, createdAt: _at, jobId: _job, assertions: _a, constraints: _c, ...given } = first;
  const { id: workflowRunId } = await prisma.workflowRun.create({
    data: { marketId, kind: "discovery", status: "completed" },
  });
  const { id: jobId } = await prisma.job.create({
    data: {
      marketId,
      workflowRunId,
      kind: "discovery",
      name: "second_pass",
      status: "completed",
      endedAt: new Date(),
    },
  });
  const locations = given.locations ?? [];
  await prisma.criteriaVersion.create({
    data: { ...given, locations, projectKind: "second_pass", ...criteria, jobId },
  });
  await prisma.marketCompany.createMany({
    data: companyIds.map((companyId, i) => ({
      marketId,
      companyId,
      jobId,
      rank: 100 + i,
      score: 1,
      reason: "",
      criteria: [],
    })),
  });
}

/** Articles about companies, each an hour older than the one before. */
export async function seedNews(
  { prisma }: Database,
  companyIds: number[],
  count: number,
  name = "story",
): Promise<void> {
  for (let i = 0; i < count; i++) {
    const publishedAt = new Date(Date.UTC(2026, 4, 20) - i * 3_600_000);
    const url = `https://news.example.com/${name}/${companyIds.join("-")}/${i}`;
    await prisma.newsItem.create({
      data: {
        url,
        title: `${name} ${i}`,
        summary: `About ${name} ${i}`,
        sentiment: i % 2 === 0 ? 0.5 : -0.5,
        publishedAt,
        contentHash: url,
        companies: { create: companyIds.map((companyId) => ({ companyId, publishedAt })) },
      },
    });
  }
}

type EsgFields = Parameters<Database["prisma"]["esgItem"]["create"]>[0]["data"];

export async function seedEsgItem(
  { prisma }: Database,
  companyId: number,
  url: string,
  fields: Partial<EsgFields> = {},
): Promise<number> {
  const { id } = await prisma.esgItem.create({
    data: {
      companyId,
      url,
      title: `Title of ${url}`,
      publisher: "Daily Kite",
      isInternal: false,
      sentimentScore: 0,
      versionDate: new Date("2026-05-01"),
      contentHash: url,
      ...fields,
    } as EsgFields,
  });
  return id;
}

export interface SeededEvent {
  title: string;
  /** Days before now. */
  age?: number;
  lastUpdated?: Date;
  companyIds?: number[];
  entities?: { name: string; likelihood: number; severity: number; entityType?: string }[];
  datapoints?: string[];
  alertTypes?: string[];
  observations?: number;
}

/** An event with its parts; by default one of today with an impacted entity of 2 and 2. */
export async function seedEvent({ prisma }: Database, event: SeededEvent): Promise<number> {
  const lastUpdated = event.lastUpdated ?? new Date(Date.now() - (event.age ?? 0) * DAY_MS);
  const entities = event.entities ?? [{ name: "Kite trade", likelihood: 2, severity: 2 }];
  const { id } = await prisma.event.create({
    data: {
      title: event.title,
      summary: `Summary of ${event.title}`,
      lastUpdated,
      publishedAt: lastUpdated,
      recordedStart: lastUpdated,
      anchorText: event.title,
      embeddings: [0.25, -0.5],
      embeddingsModel: "test-model",
      searchKeywords: [{ keyword: "kites", propertySource: "inferred" }],
      relevantEntities: [{ name: "Denmark", entityType: "country", propertySource: "inferred" }],
      datapoints: {
        create: (event.datapoints ?? []).map((name, position) => ({
          position,
          name,
          subject: position === 0 ? "kites" : null,
          direction: "up",
          ...(position === 0 ? { quantity: { operator: ">", values: [5], unit: "%" } } : {}),
        })),
      },
      alertTypes: {
        create: (event.alertTypes ?? []).map((name, position) => ({
          position,
          name,
          mappedFrom: "words",
          method: "rules",
          similarity: 0.75,
          rationale: "because",
        })),
      },
      impactedEntities: {
        create: entities.map((entity, position) => ({
          position,
          entityType: "industry",
          mappedFrom: "words",
          rationale: "because",
          ...entity,
        })),
      },
      companies: { create: (event.companyIds ?? []).map((companyId) => ({ companyId })) },
      observations: {
        create: Array.from({ length: event.observations ?? 1 }, (_, i) => ({
          url: `https://wire.example.com/${encodeURIComponent(event.title)}/${i}`,
          title: `${event.title}, report ${i}`,
          publishedAt: new Date(lastUpdated.getTime() + i * 60_000),
          contentHash: `${event.title}/${i}`,
        })),
      },
    },
  });
  return id;
}
