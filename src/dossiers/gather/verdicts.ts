import type { Database } from "#foundation/db/database";
import { md } from "../report/markdown.ts";
import type { SectionWriter } from "../report/section-writer.ts";
import type { Subject } from "./subject.ts";
import { counted } from "./wording.ts";

/** Markets listed, the newest verdict first. */
const SHOWN = 25;

interface VerdictRow {
  marketId: number;
  marketName: string;
  jobId: number;
  verdict: string;
  reason: string;
  rank: number | null;
  judgedAt: Date;
  total: number;
}

/** The newest verdict about the company in each of the team's markets; only completed discoveries count. */
const VERDICTS = `SELECT x.*, (count(*) OVER ())::int AS total FROM (
    SELECT DISTINCT ON (k.market_id) k.market_id AS "marketId", m.name AS "marketName", k.job_id AS "jobId",
      k.verdict::text AS verdict, k.reason, k.rank, k.judged_at AS "judgedAt"
    FROM candidates k JOIN markets m ON m.id = k.market_id AND m.team_id = $2
    JOIN jobs j ON j.id = k.job_id AND j.status = 'completed'
    WHERE k.company_id = $1 ORDER BY k.market_id, k.job_id DESC) x
  ORDER BY "judgedAt" DESC, "marketId" LIMIT ${SHOWN}`;

const WORDS: Record<string, string> = {
  in: "in the market",
  below_cut: "fits, below the wanted number",
  excluded: "excluded",
  failed: "does not fit",
  duplicate: "the same as another company",
};

/** The verdicts of the dossier's team about the company. Other teams' verdicts are not read. */
export async function gatherVerdicts(
  db: Pick<Database, "query">,
  subject: Subject,
  to: SectionWriter,
): Promise<string> {
  const verdicts = await db.query<VerdictRow>(VERDICTS, [subject.companyId, subject.teamId]);
  const total = verdicts[0]?.total ?? 0;
  const search = to.search(
    "search:verdicts",
    `the verdicts on ${subject.about} in the team's markets (${counted(total, "market")})`,
  );
  if (total === 0) {
    to.say(md`Nothing is stored about ${subject.about} in the team's markets.`, search);
    return "no verdicts";
  }
  for (const { marketId, marketName, jobId, verdict, reason, rank, judgedAt } of verdicts) {
    const record = to.record(
      `verdict:${marketId}:${jobId}`,
      `Verdict of discovery ${jobId} of market ${marketId}, ${marketName}`,
      judgedAt,
    );
    const place = rank === null ? "" : `, rank ${rank}`;
    to.say(
      md`Market ${marketName}: ${WORDS[verdict] ?? verdict}${place}${reason === "" ? "" : md` (${reason})`}.`,
      record,
    );
  }
  return counted(total, "market");
}
