import { hashPassword } from "#accounts/auth/password";
import type { Database } from "#foundation/db/database";

/** The administrator whom the documented requests name. */
export const ADA = {
  id: "7d1f0c3e-2a51-4d5b-9a53-0f6d1b1c2e4f",
  email: "ada@example.com",
  password: "correct horse battery",
};

export const EXAMPLE_DOSSIER = "0c9a2f6e-5b1d-4c7a-8e3f-2d4b6a8c0e1f";

const DAY = new Date("2026-01-30T09:30:00.000Z");

/** A person, and what each analysis of the market found. */
async function seedAnalyses(
  prisma: Database["prisma"],
  { marketId, jobId, companyId }: { marketId: number; jobId: number; companyId: number },
): Promise<void> {
  const role = { name: "Grace Hopper", role: "Chief Executive Officer", isFormer: false, rank: 1 };
  await prisma.person.create({
    data: {
      companyId,
      ...role,
      nameKey: "grace hopper",
      firstSeenAt: DAY,
      lastSeenAt: DAY,
      sightings: {
        create: {
          ...role,
          url: "https://example.com/team",
          quote: "Grace Hopper is our Chief Executive Officer.",
          retrievedAt: DAY,
        },
      },
    },
  });
  const results = {
    momentum: {
      asOf: DAY.toISOString(),
      companies: [
        {
          companyId,
          score: 61.5,
          low: 48,
          high: 75,
          rank: 1,
          confidence: 0.6,
          parts: [
            {
              name: "newsVolume",
              weight: 0.5,
              value: 0.4,
              known: 0.6,
              score: 61.5,
              evidence: 3,
              words: "3 stories in 90 days, 2 before",
            },
          ],
        },
      ],
      notes: ["revenueChange: no company has figures of two years"],
    },
    radar: {
      companies: [
        {
          companyId,
          x: 0.94,
          y: 0.615,
          yLow: 0.48,
          yHigh: 0.75,
          scale: 0.5,
          quadrant: "coreAhead",
          why: "fit 0.94, momentum 61.5",
        },
      ],
      notes: [],
    },
    topics: {
      topics: [
        {
          label: "blade, mould",
          share: 1,
          terms: [{ term: "blade", weight: 1 }],
          companies: [{ companyId, weight: 1 }],
        },
      ],
      notes: [],
    },
    phrases: {
      marketCompanies: 1,
      otherCompanies: 2,
      phrases: [
        {
          phrase: "turbine blade",
          inMarket: 1,
          elsewhere: 0,
          logLikelihood: 16.2,
          logRatio: 3.1,
          companies: [{ companyId }],
        },
      ],
      notes: [],
    },
    featureMap: {
      features: [{ feature: "recyclable blades", origin: "criteria", stated: 1, implied: 0 }],
      companies: [
        { companyId, cells: [{ feature: 0, answer: "stated", field: "description", quote: "wind turbine blades" }] },
      ],
      notes: [],
    },
  } as const;
  for (const [kind, result] of Object.entries(results))
    await prisma.marketAnalysis.create({
      data: { marketId, jobId, kind: kind as keyof typeof results, computedAt: DAY, result },
    });
}

/** What the documented requests find: a user, a company of the market with news, ESG items and an event, and a dossier. */
export async function seedExamples(
  { prisma }: Database,
  teamId: number,
  marketId: number,
  jobId: number,
): Promise<void> {
  const { password, ...user } = ADA;
  await prisma.user.create({
    data: {
      ...user,
      firstName: "Ada",
      lastName: "Lovelace",
      passwordHash: await hashPassword(password),
      memberships: { create: { teamId, isAdmin: true } },
    },
  });
  const { id: companyId } = await prisma.company.create({
    data: {
      domain: "example.com",
      name: "Northwind Blades GmbH",
      description: "Makes wind turbine blades and their moulds.",
      keywords: ["wind turbine blades", "composite moulds"],
      url: "https://example.com",
      country: "DE",
      state: "Hamburg",
      city: "Hamburg",
      employees: 240,
      previousEmployees: 200,
      revenueUsd: 48_000_000,
      previousRevenueUsd: 40_000_000,
      certifications: ["ISO 9001"],
      unverifiedCertifications: ["ISO 14001"],
      naicsCodes: [333611],
      source: "example",
      contentHash: "example",
    },
  });
  // Keywords are suggested from what several companies of a trade say.
  for (const [domain, name] of [
    ["example.net", "Frenotti S.p.A."],
    ["example.org", "Formosa Brakes Ltd."],
  ] as const)
    await prisma.company.create({
      data: {
        domain,
        name,
        description: "Makes hydraulic bicycle brakes.",
        keywords: ["bicycle disc brakes"],
        source: "example",
        contentHash: domain,
      },
    });
  await prisma.marketCompany.create({
    data: {
      marketId,
      companyId,
      jobId,
      rank: 1,
      score: 0.9,
      reason: "makes wind turbine blades",
      criteria: [
        {
          criterion: "offer",
          outcome: "met",
          note: "makes wind turbine blades",
          evidence: { field: "description", start: 6, end: 25, text: "wind turbine blades" },
          probability: 0.94,
        },
      ],
    },
  });
  await seedAnalyses(prisma, { marketId, jobId, companyId });
  await prisma.newsItem.create({
    data: {
      url: "https://news.example.org/northwind-hamburg",
      title: "Northwind Blades opens a second plant",
      summary: "The maker of wind turbine blades hires 60 people in Hamburg.",
      publisher: "Example News",
      sentiment: 0.6,
      publishedAt: DAY,
      datePrecision: 3,
      contentHash: "example",
      companies: { create: { companyId, publishedAt: DAY } },
    },
  });
  await prisma.esgItem.create({
    data: {
      companyId,
      url: "https://example.com/recycling",
      title: "Blades that can be recycled",
      snippet: "Resin and fibre are taken apart again at the end of a blade's life.",
      publishedAt: DAY,
      retrievedAt: DAY,
      publisher: "Northwind Blades GmbH",
      isInternal: true,
      environmental: ["Circular economy"],
      sentimentScore: 0.7,
      versionDate: new Date("2026-01-31"),
      awards: true,
      contentHash: "example",
    },
  });
  await prisma.event.create({
    data: {
      title: "Port strike in Hamburg",
      summary: "Dock workers stop loading for two days.",
      publishedAt: DAY,
      recordedStart: DAY,
      anchorText: "Port strike in Hamburg",
      embeddings: [0.12, -0.03, 0.4],
      embeddingsModel: "example",
      searchKeywords: [{ keyword: "port strike", propertySource: "inferred" }],
      relevantEntities: [{ name: "Germany", entityType: "country", propertySource: "inferred" }],
      observations: {
        create: {
          url: "https://news.example.org/port-strike",
          title: "Dock workers walk out",
          publishedAt: DAY,
          contentHash: "example-event",
        },
      },
      datapoints: {
        create: {
          position: 0,
          name: "Freight cost",
          direction: "up",
          quantity: { operator: ">", values: [10], unit: "%" },
        },
      },
      alertTypes: {
        create: {
          position: 0,
          name: "Supply chain disruption",
          mappedFrom: "stop loading",
          method: "llm",
          similarity: 0.82,
          rationale: "Goods cannot leave the port.",
        },
      },
      impactedEntities: {
        create: {
          position: 0,
          name: "Northwind Blades GmbH",
          entityType: "company",
          mappedFrom: "blade makers of the city",
          likelihood: 2.5,
          severity: 2,
          rationale: "Ships its blades through the port.",
        },
      },
      companies: { create: { companyId } },
    },
  });
  await prisma.dossier.create({
    data: {
      agentId: EXAMPLE_DOSSIER,
      teamId,
      agentType: "company",
      query: "Who supplies resin to Northwind Blades?",
      companyId,
      createdBy: ADA.id,
      createdAt: DAY,
      lastModifiedAt: DAY,
      tasks: {
        create: {
          taskId: "b3f1d2c4-6a7e-4f80-9b1c-3d5e7f90a1b2",
          status: "completed",
          createdAt: DAY,
          lastReportedAt: DAY,
          lastReportedBy: "sources",
          endedAt: DAY,
          isNew: true,
          report: "Frenotti S.p.A. supplies the resin. [1]",
          sourcesCount: 1,
          sources: [
            {
              key: "page:resin",
              kind: "page",
              label: "Resin for blades",
              url: "https://news.example.org/resin",
              publisher: "Example News",
              publishedAt: "2026-01-29",
              retrievedAt: DAY.toISOString(),
            },
          ],
          sections: { create: { position: 0, name: "sources", summary: "1 source", at: DAY } },
        },
      },
    },
  });
}
