import { type CalledCompany, companiesCalled } from "#companies/linking/companies-called";
import type { Queries } from "#foundation/db/database";
import { readQuestion } from "../criteria/question-reading.ts";
import type { SearchCriteria } from "../criteria/search-criteria.ts";

/** Number of namesakes in a note. */
const SHOWN = 3;

/** Returns the names of the prompt's examples; none where the client gave other examples itself. */
export function exampleNames({ userPrompt, seedDomains }: SearchCriteria): string[] {
  if (userPrompt === "") return [];
  const { seedNames, seeds } = readQuestion(userPrompt);
  return seedDomains.every((domain) => seeds.includes(domain)) ? seedNames : [];
}

/**
 * Replaces the examples of these names ("like Nestlé") in the criteria by domains of the directory; also returns the
 * outcome for each name. The table of names must be up to date.
 */
export async function withNamedExamples(
  db: Queries,
  criteria: SearchCriteria,
  names: readonly string[],
): Promise<{ criteria: SearchCriteria; notes: string[] }> {
  const called = await companiesCalled(db, names);
  const found = called.flatMap(({ company }) => company?.domain ?? []);
  return {
    criteria: { ...criteria, seedDomains: [...new Set([...criteria.seedDomains, ...found])] },
    notes: called.map(noteOf),
  };
}

function noteOf({ called, company, namesakes }: CalledCompany): string {
  if (company !== null) return `“${called}” was taken as the example ${company.name} (${company.domain}).`;
  if (namesakes.length === 0)
    return `No company of the directory is called “${called}”, so nothing could be learned from it.`;
  const more = namesakes.length > SHOWN ? ` and ${namesakes.length - SHOWN} more` : "";
  return `“${called}” may be ${namesakes.slice(0, SHOWN).join(", ")}${more}: name the domain of the one that you mean as an example.`;
}
