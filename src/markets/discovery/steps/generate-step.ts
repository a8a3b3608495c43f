import { survivorsOf } from "#companies/identity/identified-company";
import { idsOfDomains } from "#companies/look-up";
import type { Queries, Transaction } from "#foundation/db/database";
import { appendProgress } from "#jobs/progress-log";
import { marketCompanyIds } from "../../market-companies.ts";
import { type Candidate, GENERATORS } from "../../plan/candidates.ts";
import { candidateLimit } from "../candidate-limit.ts";
import { searchTheWeb } from "../web/search-the-web.ts";
import { type JobContext, jobContext, planOf, type StepDeps } from "./job-context.ts";
import { GIVEN_COMPANIES, WEB_SEARCH } from "./plan-step.ts";
import { questionVector } from "./question-vector.ts";

export interface Generated {
  generator: string;
  hits: number;
}

type Hit = Pick<Candidate, "companyId" | "rank" | "score" | "inside">;

/** Returns the market's companies by rank, or the seeds in the given order. */
async function givenCompanies({ db }: StepDeps, { mode, marketId, criteria }: JobContext): Promise<Hit[]> {
  const ids = mode === "rejudge" ? await marketCompanyIds(db, marketId) : await seedIds(db, criteria.seedDomains);
  return ids.map((companyId, i) => ({ companyId, rank: i + 1, score: 1, inside: true }));
}

async function seedIds(db: Queries, domains: readonly string[]): Promise<number[]> {
  const ids = await idsOfDomains(db, domains);
  return domains.flatMap((domain) => ids.get(domain) ?? []);
}

/** Replaces merged companies in the hits by their survivors, each once: the index may be older than a merge. */
async function ofSurvivors(db: Queries, hits: readonly Hit[]): Promise<Hit[]> {
  const survivors = await survivorsOf(
    db,
    hits.map(({ companyId }) => companyId),
  );
  if (survivors.size === 0) return [...hits];
  const best = new Map<number, Hit>();
  for (const hit of hits.toSorted((a, b) => a.rank - b.rank)) {
    const companyId = survivors.get(hit.companyId) ?? hit.companyId;
    if (!best.has(companyId)) best.set(companyId, { ...hit, companyId });
  }
  return [...best.values()];
}

/** Runs one generator and stores its hits. Idempotent: a repeat replaces them by equal ones. */
export async function generateStep(
  deps: StepDeps,
  jobId: number,
  generator: string,
  signal?: AbortSignal,
): Promise<Generated> {
  const context = await jobContext(deps, jobId);
  const { db, indexes } = deps;
  const tell = (message: string, key: string, tx: Transaction) =>
    appendProgress(tx, { marketId: context.marketId, jobId, phase: "searching", message, progress: 0.25, key });
  let hits: Hit[];
  if (generator === GIVEN_COMPANIES) hits = await givenCompanies(deps, context);
  else if (generator === WEB_SEARCH) {
    const found = await searchTheWeb(deps, context, {
      signal,
      tell: (message, key) => db.prisma.$transaction((tx) => tell(message, key, tx)),
    });
    hits = found.hits;
    if (found.notes.length > 0)
      await db.prisma.$transaction((tx) => tell(`On the web: ${found.notes.join("; ")}`, "web notes", tx));
  } else {
    const current = await indexes.current();
    const name = GENERATORS.find((one) => one === generator);
    if (name === undefined) throw new Error(`there is no candidate generator "${generator}"`);
    const limit = candidateLimit(context.criteria.count, planOf(context).targetRecall);
    const question = await questionVector(deps, context, current, {
      signal,
      onCap: (reason) =>
        db.prisma.$transaction((tx) =>
          tell(
            `The question was not turned into a vector, so it is compared by words: ${reason}`,
            "question vector",
            tx,
          ),
        ),
    });
    hits = await ofSurvivors(db, await current.retriever.generate(planOf(context), name, limit, question));
  }
  await db.prisma.$transaction(async (tx) => {
    await tx.candidateHit.deleteMany({ where: { jobId, generator } });
    // A company that left the directory after the index was built is no candidate.
    await tx.$executeRaw`
      INSERT INTO candidate_hits (job_id, generator, company_id, rank, score, inside)
      SELECT ${jobId}, ${generator}, h."companyId", h.rank, h.score, h.inside
      FROM jsonb_to_recordset(${JSON.stringify(hits)}::jsonb) AS h("companyId" int, rank int, score float, inside boolean)
      JOIN companies c ON c.id = h."companyId"`;
    const inside = hits.filter((hit) => hit.inside).length;
    await tell(`${inside.toLocaleString("en")} candidates by ${generator}`, `generate ${generator}`, tx);
  });
  return { generator, hits: hits.length };
}
