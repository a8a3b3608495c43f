import { findRole } from "#companies/analysis/roles";
import type { DirectoryCompany } from "#companies/directory-company";
import type { RelevanceScale } from "../plan/candidates.ts";
import type { DiscoveryPlan } from "../plan/plan.ts";
import { cite, citeField, companyUnits } from "./company-units.ts";
import { judgeConstraints, judgeLocation } from "./conditions.ts";
import { findExclusion } from "./exclusion.ts";
import type { CandidateFacts } from "./features.ts";
import { type CriterionOutcome, type Judgement, reasonIn } from "./judgement.ts";
import { judgeOffer } from "./offer-group.ts";
import { judgeOperations } from "./operations.ts";
import { judgeStated } from "./stated.ts";
import { judgeStatement } from "./statements.ts";

/** The candidate's position among all candidates, as `fuse` returns it. */
export interface JudgingContext {
  candidate: CandidateFacts;
  scale: RelevanceScale;
}

/**
 * Judges a company against every criterion of the plan. Each outcome cites the words of the record that decide it.
 *
 * Rules that exclude come first (seeds, excluded domains, unwanted kinds). Then no criterion may be "notMet", and
 * location, constraints and the offer must be "met". An unknown role, user or assertion does not fail a company.
 */
export function judgeCandidate(plan: DiscoveryPlan, company: DirectoryCompany, context: JudgingContext): Judgement {
  const units = companyUnits(company);
  const criteria: CriterionOutcome[] = [];
  const location = judgeLocation(plan, company);
  if (location) criteria.push(location);
  const operations = judgeOperations(plan, company, units);
  if (operations) criteria.push(operations);
  criteria.push(judgeOffer(plan, company, units, context.candidate, context.scale));
  const role = judgeRole(plan, company);
  if (role) criteria.push(role);
  const unwanted = plan.exclusions.length > 0 ? findExclusion(plan, company, units) : null;
  if (plan.exclusions.length > 0)
    criteria.push({
      criterion: "exclusion",
      outcome: unwanted ? "notMet" : "met",
      evidence: unwanted?.evidence ?? null,
      note: unwanted ? `Is of an unwanted kind: ${unwanted.exclusion.phrase}.` : "Is of no unwanted kind.",
    });
  criteria.push(...judgeConstraints(plan, company), ...judgeStated(plan, company));
  plan.assertions.forEach((assertion, i) => {
    criteria.push(judgeStatement(`assertion:${i}`, assertion, company, units));
  });
  for (const user of plan.users) criteria.push(judgeStatement("user", user, company, units));

  if (plan.seedDomains.includes(company.domain))
    return { verdict: "excluded", rule: "seed", criteria, reason: "It is one of the examples, not a result." };
  if (plan.excludeDomains.includes(company.domain)) {
    criteria.push({
      criterion: "constraint:excludeDomains",
      outcome: "notMet",
      evidence: citeField(company, "domain"),
      note: "Its domain is excluded.",
    });
    return {
      verdict: "excluded",
      rule: "excludeDomains",
      criteria,
      reason: `Its domain ${company.domain} is excluded.`,
    };
  }
  return decide(criteria, unwanted && { phrase: unwanted.exclusion.phrase, quote: unwanted.evidence.text });
}

/**
 * Returns the verdict that follows from the outcomes. An unwanted kind, with the words that show it, takes precedence.
 */
export function decide(criteria: CriterionOutcome[], unwanted: { phrase: string; quote: string } | null): Judgement {
  if (unwanted)
    return {
      verdict: "excluded",
      rule: `irrelevant: ${unwanted.phrase}`,
      criteria,
      reason: `Excluded as “${unwanted.phrase}”: “${unwanted.quote}”.`,
    };
  const failures = criteria.filter(isFailure);
  const [failure] = failures;
  if (failure && failures.length === 1 && failure.near === true)
    return { verdict: "related", rule: failure.criterion, criteria, reason: failure.note };
  if (failure) return { verdict: "failed", rule: failure.criterion, criteria, reason: failure.note };
  return { verdict: "in", criteria, reason: reasonIn(criteria) };
}

/** Whether an outcome keeps a company out. An unknown role, user or assertion does not. */
export function isFailure({ criterion, outcome }: CriterionOutcome): boolean {
  if (criterion === "role" || criterion === "user") return false;
  if (outcome === "unknown") return criterion === "location" || criterion.startsWith("constraint:");
  return outcome === "notMet";
}

/**
 * Judges the role. Roles are recognised by a few words. A role that is not found is therefore unknown, not a failure.
 * It only lowers the relevance.
 */
function judgeRole(plan: DiscoveryPlan, company: DirectoryCompany): CriterionOutcome | null {
  if (!plan.role) return null;
  const found = findRole(company, plan.role);
  return {
    criterion: "role",
    outcome: found ? "met" : "unknown",
    evidence: found ? cite(company, found.field, found.start, found.end) : null,
    note: found
      ? `Its main business shows the role ${plan.role}.`
      : `Its main business does not show the role ${plan.role}.`,
  };
}
