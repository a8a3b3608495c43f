import { z } from "zod";
import { CursorPagination } from "./cursor-pages.ts";
import { integer, timestamp } from "./values.ts";

/** The company that an item is about. */
export const CompanyReference = z
  .strictObject({ companyId: integer(), domain: z.string(), name: z.string() })
  .meta({ id: "CompanyReference" });

const Evidence = z
  .strictObject({
    field: z.string().meta({ description: "The field of the company's record." }),
    start: integer().meta({ description: "Offset of its first character, in UTF-16 units." }),
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
      description: "Of the offer: how likely it is; null where a rule or a language model decided.",
    }),
    by: z.string().nullable().meta({ description: "The language model that found it; null: the rules did." }),
  })
  .meta({ id: "CriterionResult" });

const CompanyReview = z
  .strictObject({
    decision: z.enum(["accepted", "rejected"]),
    reason: z.string().nullable(),
    reviewedAt: timestamp(),
    reviewedBy: z.uuid().meta({ description: "The user, or the API key where no user was named." }),
  })
  .meta({ id: "CompanyReview" });

export const MarketCompany = z
  .strictObject({
    rank: integer().meta({ description: "1 is best." }),
    score: z.number().min(0).max(1).meta({ description: "Comparable within a job." }),
    verdict: z.enum(["in"]),
    reason: z.string().meta({ description: "Why it is in, in a few words." }),
    criteria: z.array(CriterionResult).meta({ description: "Each criterion with its evidence." }),
    review: CompanyReview.nullable().meta({ description: "What a person decided; null: nobody has." }),
    jobId: integer().meta({ description: "The discovery that brought it into the market." }),
    addedAt: timestamp(),
    company: CompanyReference.extend({
      url: z.string().nullable(),
      description: z.string().nullable(),
      country: z.string().nullable().meta({ description: "ISO 3166-1 alpha-2." }),
      state: z.string().nullable(),
      city: z.string().nullable(),
      employees: z.int().nullable(),
      revenueUsd: z.number().nullable().meta({ description: "A year's revenue." }),
    }),
  })
  .meta({ id: "MarketCompany" });

export const MarketPageMetadata = z.strictObject({ marketId: integer(), pagination: CursorPagination });

const PersonSource = z
  .strictObject({
    url: z.string(),
    role: z.string().meta({ description: "That this text gives." }),
    isFormer: z.boolean(),
    quote: z.string().meta({ description: "The sentence that says it." }),
    isInternal: z.boolean().meta({ description: "A text of the company itself." }),
    publishedAt: timestamp().nullable(),
    retrievedAt: timestamp(),
  })
  .meta({ id: "PersonSource" });

export const Person = z
  .strictObject({
    personId: integer(),
    name: z.string(),
    role: z.string().meta({ description: "By the newest text that names the person." }),
    isFormer: z.boolean().meta({ description: "That text says that the role has ended." }),
    company: CompanyReference,
    firstSeenAt: timestamp(),
    lastSeenAt: timestamp(),
    sourcesTotal: integer(),
    sources: z.array(PersonSource).meta({ description: "The newest texts that name the person, at most 10." }),
  })
  .meta({ id: "Person" });
