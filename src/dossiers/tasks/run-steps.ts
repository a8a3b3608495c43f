import { z } from "zod";
import type { CompanyFinder } from "#companies/search/company-finder";
import type { Database, Queries } from "#foundation/db/database";
import { ConflictError, NotFoundError } from "#foundation/errors/index";
import { gathererOf, SECTIONS, type SectionName } from "../gather/sections.ts";
import { type Subject, subjectOf } from "../gather/subject.ts";
import { composeReport, type EarlierReport } from "../report/compose-report.ts";
import { Source } from "../report/material.ts";
import { SectionWriter } from "../report/section-writer.ts";
import { gatheredBy } from "./kept-sections.ts";
import { completeTask, keepSection } from "./task-lifecycle.ts";

type Db = Queries;

/** @throws NotFoundError when the dossier was removed meanwhile */
export async function subjectOrThrow(db: Db, taskId: string): Promise<Subject> {
  const subject = await subjectOf(db, taskId);
  if (subject === null) throw new NotFoundError(`dossier task ${taskId}`);
  return subject;
}

/**
 * Returns the steps of a run, in the order of the report. @throws NotFoundError when the dossier was removed meanwhile
 */
export async function planSections(db: Db, taskId: string): Promise<SectionName[]> {
  const { agentType } = await subjectOrThrow(db, taskId);
  return [...SECTIONS[agentType]];
}

/**
 * Gathers one section and stores it; a repeat replaces it by the current facts. Resolves to the findings in a few
 * words.
 */
export async function gatherSection(
  { db, finder }: { db: Db; finder: CompanyFinder },
  taskId: string,
  name: SectionName,
): Promise<string> {
  const subject = await subjectOrThrow(db, taskId);
  const { heading, gather } = gathererOf(name);
  const writer = new SectionWriter(heading, new Date());
  const summary = await gather(db, subject, writer, finder);
  const position = SECTIONS[subject.agentType].indexOf(name);
  await keepSection(db, { taskId, position, name, summary, material: writer.done() });
  return summary;
}

export interface WrittenReport {
  sources: number;
  isNew: boolean;
}

const EARLIER = `SELECT task_id AS "taskId", ended_at AS "endedAt", content_hash AS "contentHash", sources FROM dossier_tasks
  WHERE agent_id = $1 AND task_id <> $2 AND status = 'completed' AND report IS NOT NULL ORDER BY ended_at DESC, task_id LIMIT 1`;

/**
 * Writes the report and completes the run in one transaction, so a completed run always has its report. Idempotent.
 * @throws ConflictError when the run has ended otherwise
 */
export async function writeReport(db: Database, taskId: string): Promise<WrittenReport> {
  const subject = await subjectOrThrow(db, taskId);
  const gathered = await gatheredBy(db, taskId);
  const [before] = await db.query<EarlierReport & { sources: unknown }>(EARLIER, [subject.agentId, taskId]);
  const earlier = before === undefined ? null : { ...before, sources: z.array(Source).parse(before.sources) };
  const { about, ownName, marketWords, question } = subject;
  const { markdown, sources, contentHash, isNew } = composeReport(
    { text: question, about, ownName, marketWords },
    gathered,
    earlier,
  );
  const summary = `${sources.length} sources${isNew ? "" : "; nothing new"}`;
  const written = { report: markdown, sources, sourcesCount: sources.length, contentHash, isNew };
  const step = { name: "write", position: SECTIONS[subject.agentType].length + 1, summary };
  const isWritten = await db.prisma.$transaction((tx) => completeTask(tx, subject, written, step));
  return isWritten ? { sources: sources.length, isNew } : alreadyWritten(db, taskId);
}

async function alreadyWritten(db: Db, taskId: string): Promise<WrittenReport> {
  const [task] = await db.query<WrittenReport>(
    `SELECT sources_count AS sources, is_new AS "isNew" FROM dossier_tasks WHERE task_id = $1 AND status = 'completed'`,
    [taskId],
  );
  if (task === undefined) throw new ConflictError("this run of the dossier has ended");
  return task;
}
