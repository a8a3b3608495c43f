import { z } from "zod";
import { CursorPagination } from "./cursor-pages.ts";
import { integer, timestamp } from "./values.ts";

/** The company that an item is about. */
export const CompanyReference = z
  .strictObject({ companyId: integer(), domain: z.string(), name: z.string() })
  .meta({ id: "CompanyReference" });

const Evidence = z
  .strictObject({
    field: z.string().meta({ description: "The field of the company's record that contains the span." }),
    start: integer().meta({ description: "The offset of its first character, in UTF-16 code units." }),
    end: integer(),
    text: z.string(),
  })
  .meta({ id: "Evidence" });

const CriterionResult = z
  .strictObject({
    criterion: z.string().meta({
      description: "`location`, `offer`, `role`, `exclusion`, `constraint:<name>`, `stated:<name>`, `assertion:<i>` …",
    }),
    outcome: z.enum(["met", "notMet", "unknown"]),
    note: z.string(),
    evidence: Evidence.nullable(),
    probability: z.number().min(0).max(1).nullable().meta({
      description: "The probability of the offer; null where a rule or a language model decided.",
    }),
    by: z
      .string()
      .nullable()
      .meta({ description: "The language model that decided the criterion; null where the rules decided it." }),
  })
  .meta({ id: "CriterionResult" });

const CompanyReview = z
  .strictObject({
    decision: z.enum(["accepted", "rejected"]),
    reason: z.string().nullable(),
    reviewedAt: timestamp(),
    reviewedBy: z.uuid().meta({ description: "The user who decided, or the API key where no user was signed in." }),
  })
  .meta({ id: "CompanyReview" });

export const MarketCompany = z
  .strictObject({
    rank: integer().meta({ description: "The rank, where 1 is best." }),
    score: z.number().min(0).max(1).meta({ description: "The ranking score, comparable within one job." }),
    verdict: z.enum(["in"]),
    reason: z.string().meta({ description: "A short reason why the company is in the market." }),
    criteria: z.array(CriterionResult).meta({ description: "Each criterion with its evidence." }),
    review: CompanyReview.nullable().meta({
      description: "A person's decision about the company; null where nobody has decided.",
    }),
    jobId: integer().meta({ description: "The discovery that brought it into the market." }),
    addedAt: timestamp(),
    company: CompanyReference.extend({
      url: z.string().nullable(),
      description: z.string().nullable(),
      country: z.string().nullable().meta({ description: "ISO 3166-1 alpha-2." }),
      state: z.string().nullable(),
      city: z.string().nullable(),
      employees: z.int().nullable(),
      revenueUsd: z.number().nullable().meta({ description: "The yearly revenue in US dollars." }),
    }),
  })
  .meta({ id: "MarketCompany" });

export const MarketPageMetadata = z.strictObject({ marketId: integer(), pagination: CursorPagination });

const PersonSource = z
  .strictObject({
    url: z.string(),
    role: z.string().meta({ description: "The role that this text gives." }),
    isFormer: z.boolean(),
    quote: z.string().meta({ description: "The sentence that names the person with the role." }),
    isInternal: z.boolean().meta({ description: "Whether the text is from the company itself." }),
    publishedAt: timestamp().nullable(),
    retrievedAt: timestamp(),
  })
  .meta({ id: "PersonSource" });

export const Person = z
  .strictObject({
    personId: integer(),
    name: z.string(),
    role: z.string().meta({ description: "The role in the newest text that names the person." }),
    isFormer: z.boolean().meta({ description: "Whether that text says that the role has ended." }),
    company: CompanyReference,
    firstSeenAt: timestamp(),
    lastSeenAt: timestamp(),
    sourcesTotal: integer(),
    sources: z.array(PersonSource).meta({ description: "The newest texts that name the person, at most 10." }),
  })
  .meta({ id: "Person" });
