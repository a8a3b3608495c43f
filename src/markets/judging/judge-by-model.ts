import { z } from "zod";
import type { DirectoryCompany } from "#companies/directory-company";
import { findQuotation } from "#foundation/language/quotation";
import { storableLine } from "#foundation/language/storable-text";
import type { LanguageModel, ModelTask } from "#providers/language-model/language-model";
import { readPrompt } from "#providers/language-model/prompt-file";
import type { Pay } from "#providers/provider-call";
import type { DiscoveryPlan } from "../plan/plan.ts";
import { unwantedPhrases } from "../plan/unwanted-phrases.ts";
import { cite, fieldText } from "./company-units.ts";
import { decide } from "./judge-candidate.ts";
import type { CriterionName, CriterionOutcome, Evidence, EvidenceField, Judgement } from "./judgement.ts";

/** The instructions of the language model. They are part of a judgement's identity. */
export const JUDGE_COMPANY = readPrompt(new URL("./prompts/judge-company.md", import.meta.url));

/** The fields of a company that the model reads. Its quotations are searched in this order. */
const SHOWN_FIELDS = [
  "description",
  "keywords",
  "industries",
  "certifications",
  "name",
] as const satisfies EvidenceField[];
/** Maximum number of characters of one field. */
const SHOWN_CHARACTERS = 12_000;
const LONGEST_NOTE = 300;

const answers = z.object({
  criteria: z.array(
    z.object({
      id: z.string(),
      outcome: z.enum(["met", "notMet", "unknown"]),
      quote: z.string(),
      note: z.string(),
    }),
  ),
});
type Answer = z.output<typeof answers>["criteria"][number];

interface Condition {
  id: string;
  criterion: CriterionName;
  statement: string;
  /** The phrase of an unwanted kind. */
  unwanted?: string;
}

/** The conditions that a model judges. Places, sizes and certificates are facts, which the rules check. */
function conditionsOf(plan: DiscoveryPlan): Condition[] {
  return [
    ...(plan.topic === ""
      ? []
      : [{ id: "offer", criterion: "offer" as const, statement: `The company itself offers: ${plan.topic}` }]),
    ...(plan.role === null
      ? []
      : [{ id: "role", criterion: "role" as const, statement: `For this offer the company is a ${plan.role}` }]),
    ...unwantedPhrases(plan).map((phrase, i) => ({
      id: `unwanted:${i}`,
      criterion: "exclusion" as const,
      statement: `The company is mainly one of these: ${phrase}`,
      unwanted: phrase,
    })),
    ...plan.assertions.map(({ text }, i) => ({
      id: `assertion:${i}`,
      criterion: `assertion:${i}` as const,
      statement: text,
    })),
    ...plan.users.map(({ text }, i) => ({
      id: `user:${i}`,
      criterion: "user" as const,
      statement: `Its offer is bought or used by: ${text}`,
    })),
  ];
}

/** Finds the position of a quotation in the company's record. */
function findQuote(company: DirectoryCompany, quote: string): Evidence | null {
  for (const field of SHOWN_FIELDS) {
    const found = findQuotation(fieldText(company, field), quote);
    if (found) return cite(company, field, found.start, found.end);
  }
  return null;
}

/**
 * Returns an answer with its quotation located. Null where the answer is unknown or its quotation is not in the record.
 */
function verified(
  answer: Answer | undefined,
  company: DirectoryCompany,
): { outcome: "met" | "notMet"; evidence: Evidence; note: string } | null {
  if (answer === undefined || answer.outcome === "unknown") return null;
  const evidence = findQuote(company, answer.quote);
  return evidence === null
    ? null
    : { outcome: answer.outcome, evidence, note: storableLine(answer.note, LONGEST_NOTE) };
}

const mostTokens = (conditions: number): number => 200 + 150 * conditions;

/** A task of typical size, with this number of conditions and a record of this text. Used to estimate the cost. */
export const judgingTask = (conditions: number, text: string): ModelTask<unknown> => ({
  prompt: JUDGE_COMPANY,
  data: {
    conditions: Array.from({ length: conditions }, (_, i) => ({ id: `${i}`, statement: "" })),
    company: { text },
  },
  schema: answers,
  maxOutputTokens: mostTokens(conditions),
});

/**
 * Judges by a language model what the rules have judged before. An outcome of the model needs a quotation that is in
 * the company's record. Without one, the rules' outcome stays.
 * @throws ProviderError, CostCapReachedError
 */
export async function judgeByModel(
  { model, pay }: { model: LanguageModel; pay: Pay },
  plan: DiscoveryPlan,
  company: DirectoryCompany,
  byRules: Judgement,
): Promise<Judgement> {
  const conditions = conditionsOf(plan);
  if (conditions.length === 0) return byRules;
  const task = {
    prompt: JUDGE_COMPANY,
    data: {
      conditions: conditions.map(({ id, statement }) => ({ id, statement })),
      company: Object.fromEntries(
        SHOWN_FIELDS.map((field) => [field, fieldText(company, field).slice(0, SHOWN_CHARACTERS)]),
      ),
    },
    schema: answers,
    maxOutputTokens: mostTokens(conditions.length),
  };
  const answered = new Map((await model.ask(task, { pay })).criteria.map((answer) => [answer.id, answer]));
  const found = conditions.map((condition) => ({ condition, finding: verified(answered.get(condition.id), company) }));
  const unwanted = found.find(
    ({ condition, finding }) => condition.unwanted !== undefined && finding?.outcome === "met",
  );
  const isNoUnwantedKind = found.every(
    ({ condition, finding }) => condition.unwanted === undefined || finding?.outcome === "notMet",
  );
  // Conditions of one name, such as several users, have the same order in both.
  const remaining = found.filter(({ condition }) => condition.unwanted === undefined);
  const criteria = byRules.criteria.map((outcome): CriterionOutcome => {
    if (outcome.criterion === "exclusion") {
      if (unwanted?.finding) {
        const { evidence, note } = unwanted.finding;
        return { criterion: "exclusion", outcome: "notMet", evidence, note, by: model.name };
      }
      return isNoUnwantedKind
        ? { criterion: "exclusion", outcome: "met", evidence: null, note: "Is of no unwanted kind.", by: model.name }
        : outcome;
    }
    const at = remaining.findIndex(({ condition }) => condition.criterion === outcome.criterion);
    const [own] = at < 0 ? [] : remaining.splice(at, 1);
    return own?.finding == null ? outcome : { criterion: outcome.criterion, ...own.finding, by: model.name };
  });
  const exclusion = criteria.find(({ criterion }) => criterion === "exclusion");
  const phrase = unwanted?.condition.unwanted ?? byRules.rule?.replace(/^irrelevant: /, "");
  return decide(
    criteria,
    exclusion?.outcome === "notMet" && exclusion.evidence !== null && phrase !== undefined
      ? { phrase, quote: exclusion.evidence.text }
      : null,
  );
}

/** Whether a model can change the verdict. It cannot where a fact keeps the company out. */
export function isOpenToJudgement({ verdict, rule = "" }: Pick<Judgement, "verdict" | "rule">): boolean {
  if (verdict === "in") return true;
  if (verdict === "excluded") return rule.startsWith("irrelevant");
  return rule !== "location" && !/^(?:constraint|stated):/.test(rule);
}
