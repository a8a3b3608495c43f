import type { Database } from "#foundation/db/database";
import { md, quote } from "../report/markdown.ts";
import type { SectionWriter } from "../report/section-writer.ts";
import { companiesOf, type Subject } from "./subject.ts";
import { counted } from "./wording.ts";

/** People listed, the higher roles first. */
const SHOWN = 25;

interface PersonRow {
  name: string;
  role: string;
  isFormer: boolean;
  company: string;
  url: string;
  quote: string;
  publishedAt: Date | null;
  retrievedAt: Date;
  total: number;
}

/** Each with the newest text that names it. */
const PEOPLE = `SELECT p.name, p.role, p.is_former AS "isFormer", c.name AS company, s.url, s.quote, s.published_at AS "publishedAt",
    s.retrieved_at AS "retrievedAt", (count(*) OVER ())::int AS total
  FROM people p JOIN companies c ON c.id = p.company_id
  JOIN LATERAL (SELECT url, quote, published_at, retrieved_at FROM person_sightings WHERE person_id = p.id
    ORDER BY coalesce(published_at, retrieved_at) DESC, rank, id LIMIT 1) s ON true
  WHERE p.company_id = ANY($1::int[])
  ORDER BY p.is_former, p.rank, p.last_seen_at DESC, p.id LIMIT ${SHOWN}`;

/** The people to whom stored texts give a role in the companies. */
export async function gatherPeople(db: Pick<Database, "query">, subject: Subject, to: SectionWriter): Promise<string> {
  const people = await db.query<PersonRow>(PEOPLE, [await companiesOf(db, subject)]);
  const total = people[0]?.total ?? 0;
  const search = to.search(
    "search:people",
    `the people stored for ${subject.about} (${counted(total, "person", "people")})`,
  );
  if (total === 0) {
    to.say(md`Nothing is stored about the people of ${subject.about}.`, search);
    return "no people";
  }
  for (const person of people) {
    const publishedAt = person.publishedAt?.toISOString().slice(0, 10) ?? null;
    const source = to.page({ ...person, title: person.url, publisher: "", publishedAt });
    to.say(
      md`${person.name} ${person.isFormer ? "was" : "is"} named as ${person.role} of ${person.company}: ${quote(person.quote)}.`,
      source,
    );
    to.passages(person.quote, source);
  }
  return counted(total, "person", "people");
}
