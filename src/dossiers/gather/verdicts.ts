import type { Queries } from "#foundation/db/database";
import { counted } from "#foundation/language/counted";
import type { Verdict } from "#markets/discovery/verdict";
import { newestVerdicts } from "#markets/newest-verdicts";
import { md } from "../report/markdown.ts";
import type { SectionWriter } from "../report/section-writer.ts";
import { noteColumns, noteMomentum } from "./market-signals.ts";
import type { Subject } from "./subject.ts";

/** Number of markets listed, the newest verdict first. */
const SHOWN = 25;

const WORDS: Record<Verdict, string> = {
  in: "in the market",
  belowCut: "fits, below the wanted number",
  related: "related, does not offer quite this",
  excluded: "excluded",
  failed: "does not fit",
  duplicate: "the same as another company",
};

/**
 * Gathers the verdicts of the dossier's team about the company, and its momentum and column answers in those markets;
 * reads no other team's.
 */
export async function gatherVerdicts(db: Queries, subject: Subject, to: SectionWriter): Promise<string> {
  const verdicts = await newestVerdicts(db, { companyId: subject.companyId, teamId: subject.teamId }, SHOWN);
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
    to.fact(
      md`Market ${marketName}: ${WORDS[verdict]}${place}${reason === "" ? "" : md` (${reason})`}.`,
      "verdict judged fits competitor competitors peers",
      record,
    );
  }
  if (subject.companyId !== null) {
    const own = [{ id: subject.companyId, name: subject.companyName }];
    const markets = verdicts.map(({ marketId, marketName }) => ({ id: marketId, name: marketName }));
    await noteMomentum(db, markets, own, to);
    await noteColumns(db, markets, own, to);
  }
  return counted(total, "market");
}
