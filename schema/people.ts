import { childLoader } from "#foundation/db/children";
import {
  companyPeople,
  marketPeople,
  type PersonRow,
  type PersonSourceRow,
  personSources,
  readPeople,
} from "#intelligence/people/people-lists";
import { builder } from "./builder.ts";
import { Company, companyReach, MAY_READ_COMPANIES } from "./company.ts";
import { byPage, childPage, defineConnection } from "./connection.ts";
import { Market } from "./market.ts";
import { byKey, defineNode, numberKey } from "./node.ts";
import { perRequest } from "./per-request.ts";

const PersonSource = builder.objectRef<PersonSourceRow>("PersonSource").implement({
  description: "A text that names a person with a role in a company.",
  authScopes: MAY_READ_COMPANIES,
  fields: (t) => ({
    url: t.exposeString("url", {
      description: "The URL of the text; empty where the person is named in the company's record.",
    }),
    role: t.exposeString("role", { description: "The role of the person according to this text." }),
    isFormer: t.exposeBoolean("isFormer", {
      description: "Whether the text says that the person no longer has the role.",
    }),
    quote: t.exposeString("quote", { description: "The sentence that names the person with the role." }),
    publishedAt: t.expose("publishedAt", {
      description: "When the text was published; null if that is unknown.",
      type: "DateTime",
      nullable: true,
    }),
    retrievedAt: t.expose("retrievedAt", { description: "When the text was retrieved.", type: "DateTime" }),
    isInternal: t.exposeBoolean("isInternal", {
      description:
        "Whether the text is from the company itself, such as a page of its site; false for an article and for a record of the directory.",
    }),
  }),
});

const PersonSourceConnection = defineConnection<PersonSourceRow>("PersonSource", PersonSource, (row) => row);

const sourcesOfPeople = perRequest(({ db }) => childLoader<PersonSourceRow>(db, personSources));

const Person = builder.node(builder.objectRef<PersonRow>("Person"), {
  description: "A person with a role in a company, according to the stored texts.",
  id: { resolve: ({ id }) => id },
  authScopes: MAY_READ_COMPANIES,
  fields: (t) => ({
    personId: t.exposeInt("id", { description: "The number of the person. `id` is the global id." }),
    company: t.field({
      description: "The company in which the person has the role.",
      type: Company,
      resolve: ({ companyId }) => ({ id: companyId }),
    }),
    name: t.exposeString("name", { description: "The name of the person." }),
    role: t.exposeString("role", {
      description: "The role according to the newest text that names the person, such as `Chief Executive Officer`.",
    }),
    isFormer: t.exposeBoolean("isFormer", {
      description: "Whether the newest text says that the person no longer has the role.",
    }),
    firstSeenAt: t.expose("firstSeenAt", {
      type: "DateTime",
      description: "The date of the oldest text that names the person.",
    }),
    lastSeenAt: t.expose("lastSeenAt", {
      description: "The date of the newest text that names the person.",
      type: "DateTime",
    }),
    sources: t.field({
      type: PersonSourceConnection,
      description: "The texts that name the person, newest first.",
      args: { first: t.arg.int(), after: t.arg.string() },
      complexity: byPage,
      resolve: ({ id }, args, context) => childPage(sourcesOfPeople(context), id, args),
    }),
  }),
});

defineNode("Person", {
  authScopes: MAY_READ_COMPANIES,
  keyOf: numberKey,
  find: async (ids, context) => byKey(await readPeople(context.db, ids, companyReach(context)), ({ id }) => id),
});

const PersonConnection = defineConnection<PersonRow>("Person", Person, (row) => row);

const peopleOfCompanies = perRequest(({ db }) => childLoader<PersonRow>(db, companyPeople));
const peopleOfMarkets = perRequest(({ db }) => childLoader<PersonRow>(db, marketPeople));

builder.objectField(Company, "people", (t) =>
  t.field({
    type: PersonConnection,
    description:
      "The people with a role in the company: present roles before former ones, then by seniority of the role. The pipeline flag `runPeople` finds them.",
    authScopes: { anyScope: ["impact:read"] },
    args: { first: t.arg.int(), after: t.arg.string() },
    complexity: byPage,
    resolve: ({ id }, args, context) => childPage(peopleOfCompanies(context), id, args),
  }),
);

builder.prismaObjectFields(Market, (t) => ({
  people: t.field({
    type: PersonConnection,
    description:
      "The people with a role in the market's companies, in the order of the companies, and then as in `Company.people`.",
    authScopes: { anyScope: ["markets:read"] },
    args: { first: t.arg.int(), after: t.arg.string(), offset: t.arg.int() },
    complexity: byPage,
    resolve: ({ id }, args, context) => childPage(peopleOfMarkets(context), id, args),
  }),
}));
