import { z } from "zod";
import { CursorPagination } from "./cursor-pages.ts";
import { integer, timestamp } from "./values.ts";

/** The company that an item is about. */
export const CompanyReference = z
  .strictObject({
    companyId: integer().describe("The number of the company."),
    domain: z.string().describe("The registrable domain of the company's site, such as `acme.com`."),
    name: z.string().describe("The name of the company."),
  })
  .meta({ id: "CompanyReference" });

const Evidence = z
  .strictObject({
    field: z.string().describe("The field of the company's record that contains the span."),
    start: integer().describe("The offset of the first character in the field, in UTF-16 code units."),
    end: integer().describe("The offset after the last character in the field, in UTF-16 code units."),
    text: z.string().describe("The words of the span."),
  })
  .meta({ id: "Evidence" });

const CriterionResult = z
  .strictObject({
    criterion: z
      .string()
      .describe(
        "The criterion: `location`, `offer`, `role`, `exclusion`, `user`, `constraint:<name>`, `stated:<name>` (a condition that the question states), or `assertion:<position>`.",
      ),
    outcome: z
      .enum(["met", "notMet", "unknown"])
      .describe("Whether the company meets the criterion; `unknown` if its record does not say."),
    note: z.string().describe("The outcome in one sentence."),
    evidence: Evidence.nullable().describe("The words of the record that support the outcome; null if there are none."),
    probability: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe("The probability of the offer; null for other criteria, and if a rule or a language model decided."),
    by: z.string().nullable().describe("The language model that decided the criterion; null if the rules decided it."),
  })
  .meta({ id: "CriterionResult" });

const CompanyReview = z
  .strictObject({
    decision: z.enum(["accepted", "rejected"]).describe("Whether the company was accepted or rejected."),
    reason: z.string().nullable().describe("The reason in the reviewer's words; null if none was given."),
    reviewedAt: timestamp().describe("When the company was reviewed."),
    reviewedBy: z
      .uuid()
      .describe("The id of the user who reviewed the company, or of the API key if no user was signed in."),
  })
  .meta({ id: "CompanyReview" });

export const MarketCompany = z
  .strictObject({
    rank: integer().describe("The rank, where 1 is best."),
    score: z.number().min(0).max(1).describe("The ranking score, comparable within one job."),
    probability: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe(
        "The estimated probability that the company belongs to the market, as measured against people's grades of whole companies; null if rules or a language model judged the offer.",
      ),
    verdict: z.enum(["in"]).describe("The verdict, which is always `in` for a company of a market."),
    reason: z.string().describe("A short reason why the company is in the market."),
    criteria: z.array(CriterionResult).describe("Each criterion with its evidence."),
    review: CompanyReview.nullable().describe("A person's decision about the company; null if nobody has reviewed it."),
    jobId: integer().describe("The number of the job that added the company to the market."),
    addedAt: timestamp().describe("When the company was added to the market."),
    company: CompanyReference.extend({
      url: z.string().nullable().describe("The URL of the company's site; null if no source gives it."),
      description: z.string().nullable().describe("A description of what the company does; null if no source has one."),
      country: z
        .string()
        .nullable()
        .describe("The ISO 3166-1 alpha-2 code of the country of the seat; null if it is unknown."),
      state: z
        .string()
        .nullable()
        .describe("The state, province or region of the seat, as the source writes it; null if it is unknown."),
      city: z.string().nullable().describe("The city of the seat, as the source writes it; null if it is unknown."),
      employees: z.int().nullable().describe("The number of employees; null if it is unknown."),
      revenueUsd: z.number().nullable().describe("The annual revenue in US dollars; null if it is unknown."),
    }).describe("The company."),
  })
  .meta({ id: "MarketCompany" });

export const MarketPageMetadata = z.strictObject({
  marketId: integer().describe("The number of the market."),
  pagination: CursorPagination,
});

const PersonSource = z
  .strictObject({
    url: z.string().describe("The URL of the text."),
    role: z.string().describe("The role that this text gives."),
    isFormer: z.boolean().describe("Whether the text says that the person no longer has the role."),
    quote: z.string().describe("The sentence that names the person with the role."),
    isInternal: z.boolean().describe("Whether the text is from the company itself."),
    publishedAt: timestamp().nullable().describe("When the text was published; null if that is unknown."),
    retrievedAt: timestamp().describe("When the text was retrieved."),
  })
  .meta({ id: "PersonSource" });

export const Person = z
  .strictObject({
    personId: integer().describe("The number of the person."),
    name: z.string().describe("The name of the person."),
    role: z.string().describe("The role in the newest text that names the person."),
    isFormer: z.boolean().describe("Whether that text says that the role has ended."),
    company: CompanyReference,
    firstSeenAt: timestamp().describe("The date of the oldest text that names the person."),
    lastSeenAt: timestamp().describe("The date of the newest text that names the person."),
    sourcesTotal: integer().describe(
      "The number of texts that name the person, including those that `sources` leaves out.",
    ),
    sources: z.array(PersonSource).describe("The newest texts that name the person, at most 10."),
  })
  .meta({ id: "Person" });
