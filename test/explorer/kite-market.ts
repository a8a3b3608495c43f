import type { Database } from "#foundation/db/database";
import { writePlaces } from "#markets/market-companies";
import { storeAnalysis } from "#pipeline/analyses/market-analyses";
import { seedCompany, seedMarket, seedNews } from "../support/impact.ts";

const COMPANIES = [
  { domain: "siemens-kites.de", name: "Siemens Kites Renewable", city: "Hamburg", employees: 8_000, role: "unknown" },
  { domain: "brisk-kites.de", name: "Brisk Kites of Hamburg", city: "Kleinkleckersdorf", employees: 40, role: "met" },
  { domain: "calm-kites.de", name: "Calm Kites", city: null, employees: 900, role: "met" },
] as const;
/** Judged, but below the cut. */
const BELOW = { domain: "drift-kites.de", name: "Drift Kites" };
const SENTENCE = "About 3 of the 3 satisfy every criterion (2–3); about 3 do at least in part (2–3).";

const criteriaOf = (role: "met" | "unknown") => [
  { criterion: "offer", outcome: "met" as const, evidence: null, note: "It makes power kites.", probability: 0.8 },
  { criterion: "location", outcome: "met" as const, evidence: null, note: "It is in Germany." },
  { criterion: "role", outcome: role, evidence: null, note: "Role." },
];

/** Momentum by these stories, and by nothing else. */
const byStories = (
  companyId: number,
  score: number,
  interval: [number, number],
  stories: number,
  rank: number | null,
) => ({
  ...{ companyId, score, low: interval[0], high: interval[1], rank, confidence: 0.5 },
  parts: [
    {
      name: "newsVolume",
      weight: 1,
      value: 0.5,
      known: 0.4,
      score,
      evidence: stories,
      words: `${stories} stories`,
    } as const,
  ],
});

/** A judged market of three makers of kites, with charts, topics, features and news; Drift Kites is below its cut. */
export async function seedKiteMarket(
  db: Database,
  teamId: number,
): Promise<{ marketId: number; companyIds: number[] }> {
  const ids: number[] = [];
  for (const { domain, name, city, employees } of COMPANIES) {
    const description = `${name} makes power kites.`;
    ids.push((await seedCompany(db, domain, { name, city, employees, country: "DE", description })).id);
  }
  const marketId = await seedMarket(db, teamId, ids, "Power kites");
  const { id: jobId } = await db.prisma.job.findFirstOrThrow({ where: { marketId } });
  const share = { value: 0.9, low: 0.7, high: 0.98 };
  const estimate = { nominal: 0.9, precision: share, partly: share, recall: share, sentence: SENTENCE };
  await db.prisma.job.update({
    where: { id: jobId },
    data: { report: { wanted: 3, found: 3, candidates: 4, notes: [], estimate }, endedAt: new Date("2026-05-20") },
  });
  const { id: belowId } = await seedCompany(db, BELOW.domain, {
    name: BELOW.name,
    country: "DE",
    description: `${BELOW.name} makes power kites and lines.`,
  });
  const judged = [
    ...COMPANIES.map(
      ({ domain, role }, i) => ({ domain, role, companyId: ids[i] ?? 0, verdict: "in", rank: i + 1 }) as const,
    ),
    { domain: BELOW.domain, role: "met", companyId: belowId, verdict: "belowCut", rank: null } as const,
  ];
  for (const [i, { domain, role, companyId, verdict, rank }] of judged.entries())
    await db.prisma.candidate.create({
      data: {
        ...{ marketId, jobId, companyId, domain, verdict, rank, score: 0.9 - i / 10, reason: "It makes power kites." },
        ...{ criteria: criteriaOf(role), generators: ["text"], judgedBy: "x", judgedInJob: jobId },
      },
    });
  for (const { companyId, role } of judged.slice(0, 3))
    await db.prisma.marketCompany.updateMany({ where: { marketId, companyId }, data: { criteria: criteriaOf(role) } });
  await seedCharts(db, { marketId, jobId }, ids);
  await seedNews(db, ids, 3, "A story");
  return { marketId, companyIds: ids };
}

async function seedCharts(db: Database, job: { marketId: number; jobId: number }, ids: readonly number[]) {
  const [siemens = 0, brisk = 0, calm = 0] = ids;
  const companies = [
    byStories(siemens, 82.5, [31, 97], 2, null),
    byStories(brisk, 60, [52, 68], 40, 1),
    byStories(calm, 4, [1, 12], 30, 2),
  ];
  await storeAnalysis(db, "momentum", job, { asOf: null, companies, orderMayBeChance: false, notes: [] });
  const radar = companies.map(({ companyId, score, low, high }, i) => ({
    ...{ companyId, x: [0.02, 0.5, 0.9][i] ?? 0, y: score / 100, yLow: low / 100, yHigh: high / 100 },
    // Fewer than the graph needs for a size of its own.
    ...{ scale: null, quadrant: i === 0 ? null : ("coreAhead" as const), why: "because" },
  }));
  await storeAnalysis(db, "radar", job, { companies: radar, notes: [] });
  const topic = { label: "power kites", share: 1, terms: [{ term: "kites", weight: 0.5 }] };
  const inTopic = ids.map((companyId) => ({ companyId, weight: 0.5 }));
  await storeAnalysis(db, "topics", job, { topics: [{ ...topic, companies: inTopic }], notes: [] });
  const quote = "makes power kites";
  const cells = [{ feature: 0, answer: "stated" as const, field: "description", quote }];
  await storeAnalysis(db, "featureMap", job, {
    features: [{ feature: "power kites", origin: "criteria", stated: 3, implied: 0 }],
    companies: ids.map((companyId) => ({ companyId, cells })),
    notes: [],
  });
  const place = {
    city: "Hamburg",
    state: null,
    country: "DE",
    latitude: 53.55,
    longitude: 10,
    distanceKm: 0,
    source: "city",
  };
  await writePlaces(db, job.marketId, [{ companyId: siemens, place: { ...place, by: "gazetteer" } }]);
}
