import type { Queries } from "#foundation/db/database";
import { counted } from "#foundation/language/counted";
import { peopleOfCompanies } from "#intelligence/people/people-of-companies";
import { md, quote } from "../report/markdown.ts";
import type { SectionWriter } from "../report/section-writer.ts";
import { askedForLabels } from "../report/word-forms.ts";
import { companySource } from "./company-record.ts";
import { companiesOf, type Subject } from "./subject.ts";

/** Roles whose holders lead a company. */
const LEADS = /^(?:Chief Executive|Managing|Chair|President|Founder|Co-Founder|Owner)/;
/** Number of people listed, the higher roles first. */
const SHOWN = 25;

/** Gathers the people to whom stored texts give a role in the companies. */
export async function gatherPeople(db: Queries, subject: Subject, to: SectionWriter): Promise<string> {
  const people = await peopleOfCompanies(db, await companiesOf(db, subject), SHOWN);
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
    const source =
      person.url === ""
        ? companySource(to, { ...person, id: person.companyId })
        : to.page({ ...person, title: person.url, publisher: "", publishedAt });
    to.fact(
      md`${person.name} ${person.isFormer ? "was" : "is"} named as ${person.role} of ${person.company}: ${quote(person.quote)}.`,
      `people management leadership executives boss board who${!person.isFormer && LEADS.test(person.role) ? ` ${askedForLabels(["Leadership"])}` : ""}`,
      source,
    );
  }
  return counted(total, "person", "people");
}
