import { companiesNamed } from "#companies/linking/namesakes";
import type { NameField } from "#companies/readings/stated-facts";
import { type StatedName as Name, statedNames } from "#companies/records/provenance";
import { builder } from "./builder.ts";
import { Company } from "./company.ts";
import { perRequest } from "./per-request.ts";
import { MAY_READ_RECORDS, recordsOf, SourceRecord } from "./source-record.ts";

/** A stated name, and whose description states it. */
interface OwnedName extends Name {
  companyId: number;
  field: NameField;
}

const namedBy = perRequest(({ db }) => companiesNamed(db));

const StatedName = builder.objectRef<OwnedName>("StatedName").implement({
  description: "A name that the description of a company states: a customer, a subsidiary or a brand.",
  fields: (t) => ({
    name: t.exposeString("name", { description: "The name, as written." }),
    sentence: t.exposeString("sentence", { description: "The sentence of the description that states it." }),
    record: t.expose("record", { type: SourceRecord, description: "The record that has the description." }),
    company: t.field({
      type: Company,
      nullable: true,
      description:
        "The company that the name means; null if the directory has no such company or several that could be meant. A brand has a company only if its name has no other meaning and is the company's .com domain.",
      resolve: async ({ companyId, name, field }, _args, context) => {
        const id = await namedBy(context).load({ companyId, name, isBrand: field === "brands" });
        return id === null ? null : { id };
      },
    }),
  }),
});

builder.objectFields(Company, (t) => {
  const namesOf = (field: NameField, description: string) =>
    t.field({
      type: [StatedName],
      description,
      authScopes: MAY_READ_RECORDS,
      resolve: async ({ id }, _args, context) =>
        statedNames(await recordsOf(context).load(id), field).map((name) => ({ ...name, companyId: id, field })),
    });
  return {
    statedCustomers: namesOf("customers", "The customers that the company's description names, at most 40."),
    statedSubsidiaries: namesOf(
      "subsidiaries",
      "The companies that the company's description names as its own, at most 40. `subsidiaries` has those whose own records name this company as the parent.",
    ),
    statedBrands: namesOf("brands", "The brand names of `brands`, each with its sentence, at most 40."),
  };
});
