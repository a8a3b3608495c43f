import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { importCompanies } from "#companies/import-companies";
import { ReviewCompanyDocument, WithdrawReviewDocument } from "#generated/tests/graphql";
import { seedMarket } from "../support/impact.ts";
import { startSystem, type TestSystem } from "../support/system.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let system: TestSystem;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system?.stop());

const db = () => system.database.db;

async function load(row: object): Promise<number> {
  const path = join(await temporaryFolder(), "companies.ndjson");
  await writeFile(path, `${JSON.stringify(row)}\n`);
  await importCompanies(db(), path);
  const { id } = await db().prisma.company.findUniqueOrThrow({ where: { domain: "oracle.com" } });
  return id;
}

it("a domain that changed hands leads verdicts and reviews to its company of today, and to none where that was not judged", async () => {
  const { teamId, key } = await system.team();
  const others = await system.team();
  const before = await load({ domain: "oracle.com", name: "Oracle Financial Services Software", country: "IN" });
  const marketId = await seedMarket(db(), teamId, [before]);
  const { id: jobId } = await db().prisma.job.findFirstOrThrow({ where: { marketId } });
  const judged = (companyId: number, reason: string) =>
    db().prisma.candidate.create({
      data: {
        ...{ verdict: "in", score: 1, criteria: [], judgedBy: "x", judgedInJob: jobId, jobId, marketId },
        ...{ companyId, reason, domain: "oracle.com" },
      },
    });
  await judged(before, "sells to banks");
  const owner = await load({ domain: "oracle.com", name: "Oracle Corporation", country: "US", city: "Austin" });
  expect(owner).not.toBe(before);

  const verdict = async (domain: string, of = key) => {
    const query = `{ market(marketId: ${marketId}) { candidate(domain: "${domain}") { reason company { name } } } }`;
    return ((await system.graph(of, query)).data?.market as { candidate: unknown } | null)?.candidate;
  };
  const review = (domain: string, decision: "ACCEPTED" | "REJECTED", of = key) =>
    system.ask(of, ReviewCompanyDocument, { input: { marketId, domain, decision } });
  const moved = `company-${before}.invalid`;
  expect(await verdict("oracle.com")).toBeNull();
  expect(await verdict(moved)).toMatchObject({ reason: "sells to banks" });
  expect((await review("oracle.com", "REJECTED")).errors?.[0]?.extensions.code).toBe("NOT_FOUND");
  expect((await review(moved, "REJECTED")).data?.reviewCompany.review).toMatchObject({ company: { domain: moved } });

  await judged(owner, "sells databases");
  expect(await verdict("oracle.com")).toEqual({ reason: "sells databases", company: { name: "Oracle Corporation" } });
  expect((await review("oracle.com", "ACCEPTED")).data?.reviewCompany.review).toMatchObject({
    company: { domain: "oracle.com" },
  });
  const reviews = () =>
    db().query("SELECT company_id, is_accepted FROM market_reviews WHERE market_id = $1 ORDER BY 1", [marketId]);
  expect(await reviews()).toEqual([
    { company_id: before, is_accepted: false },
    { company_id: owner, is_accepted: true },
  ]);
  await system.answer(key, WithdrawReviewDocument, { marketId, domain: "oracle.com" });
  expect(await reviews()).toEqual([{ company_id: before, is_accepted: false }]);

  expect(await verdict("oracle.com", others.key)).toBeUndefined();
  expect((await review("oracle.com", "ACCEPTED", others.key)).errors?.[0]?.extensions.code).toBe("NOT_FOUND");
});
