import { isLegalForm } from "#companies/linking/legal-forms";
import { foldCase, tokens } from "#foundation/language/tokenize";
import type { EventContent } from "../content/content.ts";

/** An entity of an event, in the form in which events share it. */
export interface EventEntity {
  /** The same in every event that names it, and in no event that names another. */
  key: string;
  name: string;
  entityType: string;
  /** The company of the directory that it is; null for anything else. */
  companyId: number | null;
}

/** A name with its kind, as events list it. */
export type NamedKind = Pick<EventEntity, "name" | "entityType">;

/**
 * Kinds that are part of what an entity is: "Georgia" the country and Georgia the person are two. All other kinds are
 * read from the words around a name and differ from article to article, so that they tell no two entities apart.
 */
const KINDS_APART = new Set(["country", "region", "city", "category", "group"]);

/**
 * Lists the relevant and the impacted entities of an event, each once. A company of the directory is itself, whatever
 * articles call it.
 * @param companyIds the companies that the event touches, by their names in the directory
 */
export function entitiesOf(
  { relevantEntities, impactedEntities }: Pick<EventContent, "relevantEntities" | "impactedEntities">,
  companyIds: ReadonlyMap<string, number>,
): EventEntity[] {
  const found = new Map<string, EventEntity>();
  for (const { name, entityType } of [...relevantEntities, ...impactedEntities]) {
    const companyId = entityType === "company" ? (companyIds.get(name) ?? null) : null;
    const key = companyId === null ? keyOfName({ name, entityType }) : `company ${companyId}`;
    if (!found.has(key)) found.set(key, { key, name, entityType, companyId });
  }
  return [...found.values()];
}

/** Returns the key of a name that is no company of the directory. */
function keyOfName({ name, entityType }: NamedKind): string {
  const words = tokens(name).map(({ word }) => foldCase(word));
  // "Corvane Inc" is Corvane.
  while (words.length > 1 && isLegalForm(words.at(-1) ?? "")) words.pop();
  const folded = words.length === 0 ? name : words.join(" ");
  return KINDS_APART.has(entityType) ? `${entityType} ${folded}` : `name ${folded}`;
}
