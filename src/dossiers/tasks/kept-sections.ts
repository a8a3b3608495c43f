import type { Queries } from "#foundation/db/database";
import type { Gathered } from "../report/compose-report.ts";
import { Material } from "../report/material.ts";

/** The step in which a model summarises the material. */
export const SUMMARISE = "summarise";

/** Returns the results of a run's steps so far. */
export async function gatheredBy(db: Queries, taskId: string): Promise<Gathered> {
  const sections = await db.query<{ name: string; material: unknown }>(
    "SELECT name, material FROM dossier_sections WHERE task_id = $1 AND material IS NOT NULL ORDER BY position",
    [taskId],
  );
  const read = sections.map(({ name, material }) => ({ name, material: Material.parse(material) }));
  return {
    materials: read.flatMap(({ name, material }) => (name === SUMMARISE ? [] : [material])),
    summary: read.find(({ name }) => name === SUMMARISE)?.material ?? null,
  };
}
