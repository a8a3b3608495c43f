import { hashPassword } from "#accounts/auth/password";
import type { Database } from "#foundation/db/database";

/** The administrator whom the documented requests name. */
export const ADA = {
  id: "7d1f0c3e-2a51-4d5b-9a53-0f6d1b1c2e4f",
  email: "ada@example.com",
  password: "correct horse battery",
};

const DAY = new Date("2026-01-30T09:30:00.000Z");

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
    data: { marketId, companyId, jobId, rank: 1, score: 0.9, reason: "makes wind turbine blades", criteria: [] },
  });
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
      agentId: "0c9a2f6e-5b1d-4c7a-8e3f-2d4b6a8c0e1f",
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
        },
      },
    },
  });
}
