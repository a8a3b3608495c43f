import type { Database } from "#foundation/db/database";
import type { JobModel } from "#generated/prisma/models";
import { readJob } from "#jobs/job-record";
import type { LanguageModel } from "#providers/language-model/language-model";
import type { Pages } from "#providers/pages/pages";
import type { WebSearch } from "#providers/web-search/web-search";
import { completeCriteria } from "../../criteria/complete-criteria.ts";
import type { SearchCriteria } from "../../criteria/search-criteria.ts";
import { teamOfMarket } from "../../find-market.ts";
import { JUDGE_COMPANY } from "../../judging/index.ts";
import type { DiscoveryPlan } from "../../plan/plan.ts";
import type { DirectoryIndexes } from "../directory-indexes.ts";
import { criteriaOf, criteriaOfJob } from "../stored-criteria.ts";
import { storedPlan } from "../stored-plan.ts";

/** The dependencies of a discovery's steps. */
export interface StepDeps {
  db: Database;
  indexes: DirectoryIndexes;
  /** Judges in addition to the rules; null for rules alone. */
  languageModel: LanguageModel | null;
  /** Finds companies outside the directory; null for the directory alone. */
  webSearch: WebSearch | null;
  /** Reads the sites that it finds. */
  pages: Pages | null;
}

/** Reports a step's progress; throws when the job must stop. */
export type Report = (details: { phase: string; done?: number; total?: number }) => void;

/** Where the companies of a discovery come from. */
export type Mode = "search" | "rejudge" | "given";

export interface JobContext {
  job: JobModel;
  marketId: number;
  /** The team that owns the market and pays. */
  teamId: number;
  /** The criteria, with missing fields filled from the prompt. */
  criteria: SearchCriteria;
  /** Notes for people on the fields taken from the prompt. */
  criteriaNotes: string[];
  /** Digest of the basis of judgements: the criteria, and the model with its prompt if there is one. */
  judgedBy: string;
  /** Digest of the criteria alone, the basis of the rules. */
  judgedByRules: string;
  mode: Mode;
}

/**
 * Returns the mode. `performSearch: false` judges a market again on an extension, and takes the seeds as the market on
 * a start.
 */
export function modeOf({ performSearch, projectKind }: SearchCriteria): Mode {
  if (performSearch) return "search";
  return projectKind === "second_pass" ? "rejudge" : "given";
}

/** Reads the job with its criteria. */
export async function jobContext(
  { db, languageModel }: Pick<StepDeps, "db" | "languageModel">,
  jobId: number,
): Promise<JobContext> {
  const [job, row] = await Promise.all([readJob(db.prisma, jobId), criteriaOfJob(db.prisma, jobId)]);
  if (row === null) throw new Error(`job ${jobId} has no criteria`);
  const { criteria, notes } = completeCriteria(criteriaOf(row));
  const judge = languageModel === null ? "" : `/${languageModel.name}/${JUDGE_COMPANY.name}@${JUDGE_COMPANY.version}`;
  return {
    job,
    marketId: job.marketId,
    teamId: await teamOfMarket(db.prisma, job.marketId),
    criteria,
    criteriaNotes: notes,
    judgedBy: row.judgedBy + judge,
    judgedByRules: row.judgedBy,
    mode: modeOf(criteria),
  };
}

/** Returns the plan that the first step made. */
export function planOf({ job }: JobContext): DiscoveryPlan {
  if (job.plan === null) throw new Error(`job ${job.id} has no plan yet`);
  return storedPlan(job.plan as object);
}
