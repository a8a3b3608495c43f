import type { ImpactedEntity } from "../read-events.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import type { AlertFinding, AlertMention } from "./alert-types.ts";
import type { EntityNames } from "./entity-names.ts";
import { PLACE_TYPES } from "./places.ts";
import { quoted } from "./quote.ts";
import { wordsText } from "./read-sentence.ts";
import { type SeverityScore, severityOf } from "./severity.ts";
import { enoughSources } from "./weigh-sources.ts";
import { industriesIn } from "./within-names.ts";

const MAX_SCORE = 3;
const MAX_ENTITIES = 12;
const MAX_NAMES = 8;
const MAX_INDUSTRIES = 2;
/**
 * Factor for entities named outside the alert's sentence, and for the place of something that befalls a company. The
 * alert affects them with less likelihood and severity.
 */
const INDIRECT_FACTOR = 0.6;
/** Categories of alerts that befall companies, products or people, and not the place where they happen. */
const WITHOUT_PLACE = new Set(["corporate", "product", "culture"]);
/** Minimum mean likelihood for the bonus of further sources. A denial or a fiction does not gain by repetition. */
const MIN_BONUS_LIKELIHOOD = 1;

/** The impacted entity of an event that names none, so that lists can filter by it, and its reason. */
const GENERAL_PUBLIC = { name: "General public", entityType: "group" };
const NO_ENTITY_REASON = "No company, person, place or industry is named by enough of its sources.";

/** Whether an entity is a group of people or a trade, which stand behind whatever has a name. */
const isKind = ({ entityType }: Pick<ImpactedEntity, "entityType">) =>
  entityType === "group" || entityType === "category";

/** Whether an entity can do something. Where scores are equal, it stands before names of unknown kind and places. */
const isActor = ({ entityType }: Pick<ImpactedEntity, "entityType">) =>
  entityType === "company" || entityType === "person";

interface Likelihood {
  value: number;
  words: string;
}

/**
 * Finds the entities that an alert affects, with likelihood and severity, both 0–3. Likelihood is the certainty that
 * the alert happened or will happen (fact, plan, rumour, denial, number of independent sources). Severity is how
 * strongly it affects the entity. The entities are names in the alert's sentences and in the whole event, industries of
 * those sentences, and groups that such alerts affect. The scores are in docs/event-taxonomy.md.
 */
export function findImpact(
  findings: readonly AlertFinding[],
  names: EntityNames,
  sources: number,
  taxonomy: Taxonomy,
): ImpactedEntity[] {
  const byName = new Map<string, ImpactedEntity & { rank: number }>();
  const offer = (entity: ImpactedEntity, rank: number) => {
    const key = `${entity.entityType} ${entity.name.toLowerCase()}`;
    const known = byName.get(key);
    if (!known || entity.likelihood * entity.severity > known.likelihood * known.severity)
      byName.set(key, { ...entity, rank: Math.min(rank, known?.rank ?? rank) });
  };
  for (const finding of findings) {
    const likelihood = likelihoodOf(finding, sources, taxonomy);
    const severity = severityOf(finding, taxonomy);
    const scored = (mention: AlertMention, factor: number) => ({
      likelihood: rounded(likelihood.value * factor),
      severity: rounded(severity.value * factor),
      rationale: rationale(finding, mention, likelihood, severity, factor),
    });
    const [best] = finding.mentions;
    const direct = new Map<string, AlertMention>();
    for (const mention of finding.mentions)
      for (const { entity } of names.within(mention.sentence))
        if (!direct.has(entity.key)) direct.set(entity.key, mention);
    const named = names.entities.filter(({ sources: by }) => by >= enoughSources(sources));
    for (const [order, { key, name, entityType }] of named.slice(0, MAX_NAMES).entries()) {
      const mention = direct.get(key);
      const isScene = PLACE_TYPES.has(entityType) && WITHOUT_PLACE.has(finding.type.category);
      const factor = mention && !isScene ? 1 : INDIRECT_FACTOR;
      offer({ name, entityType, mappedFrom: name, ...scored(mention ?? best, factor) }, order);
    }
    for (const [industry, { mention, words }] of industriesOf(finding, names, taxonomy))
      offer({ name: industry, entityType: "category", mappedFrom: words, ...scored(mention, 1) }, MAX_NAMES + 1);
    for (const { name, entityType } of finding.type.touches)
      offer(
        { name, entityType, mappedFrom: wordsText(best.sentence, best.from, best.to), ...scored(best, 1) },
        MAX_NAMES,
      );
    if (byName.size === 0 && finding === findings.at(-1)) {
      const { rationale: why, ...scores } = scored(best, 1);
      offer(
        {
          ...GENERAL_PUBLIC,
          mappedFrom: wordsText(best.sentence, best.from, best.to),
          ...scores,
          rationale: `${NO_ENTITY_REASON} ${why}`,
        },
        MAX_NAMES,
      );
    }
  }
  return [...byName.values()]
    .sort(
      (a, b) =>
        Number(isKind(a)) - Number(isKind(b)) ||
        b.severity * b.likelihood - a.severity * a.likelihood ||
        Number(isActor(b)) - Number(isActor(a)) ||
        a.rank - b.rank ||
        (a.name < b.name ? -1 : 1),
    )
    .slice(0, MAX_ENTITIES)
    .map(({ rank: _, ...entity }) => entity);
}

/**
 * Computes the likelihood: the mean of each source's most certain statement, plus a bonus for further sources. A
 * statement in a headline takes precedence over one in the text.
 */
function likelihoodOf(finding: AlertFinding, sources: number, taxonomy: Taxonomy): Likelihood {
  const { fact } = taxonomy.file;
  const ofMention = ({ stated }: AlertMention) => stated.level?.likelihood ?? fact.likelihood;
  const bySource = new Map<number, AlertMention>();
  for (const mention of finding.mentions) {
    const { source } = mention.observation;
    const known = bySource.get(source);
    const better =
      known === undefined ||
      (mention.inHeadline && !known.inHeadline) ||
      (mention.inHeadline === known.inHeadline && ofMention(mention) > ofMention(known));
    if (better) bySource.set(source, mention);
  }
  const said = [...bySource.values()];
  const mean = said.reduce((sum, mention) => sum + ofMention(mention), 0) / Math.max(1, said.length);
  const more = mean < MIN_BONUS_LIKELIHOOD ? 0 : Math.min(fact.mostForSources, fact.perSource * (said.length - 1));
  const levels = [...new Set(said.map(({ stated }) => stated.level?.name ?? "reported fact"))].sort();
  const signs = [...new Set(said.map(({ stated }) => stated.words).filter((words) => words !== ""))].sort().slice(0, 3);
  const by = signs.length > 0 ? ` (${signs.map((words) => `“${words}”`).join(", ")})` : "";
  return {
    value: Math.min(MAX_SCORE, mean + more),
    words: `${levels.join(" or ")}${by}, ${said.length} of ${sources} independent ${sources === 1 ? "source" : "sources"}`,
  };
}

function industriesOf(
  finding: AlertFinding,
  names: EntityNames,
  taxonomy: Taxonomy,
): Map<string, { mention: AlertMention; words: string }> {
  const found = new Map<string, { mention: AlertMention; words: string; count: Set<number> }>();
  for (const mention of finding.mentions)
    for (const { value, from, to } of industriesIn(mention.sentence, names, taxonomy)) {
      const known = found.get(value) ?? {
        mention,
        words: wordsText(mention.sentence, from, to),
        count: new Set<number>(),
      };
      known.count.add(mention.observation.source);
      found.set(value, known);
    }
  const ranked = [...found].filter(([, { count }]) => count.size >= enoughSources(finding.sources));
  return new Map(
    ranked.sort(([a, x], [b, y]) => y.count.size - x.count.size || (a < b ? -1 : 1)).slice(0, MAX_INDUSTRIES),
  );
}

function rationale(
  { type }: AlertFinding,
  mention: AlertMention,
  likelihood: Likelihood,
  severity: SeverityScore,
  factor: number,
): string {
  const said = wordsText(mention.sentence, mention.from, mention.to);
  const added = severity.added.map(
    ({ name, add, words, meaning }) =>
      `${name} ${add > 0 ? "+" : "−"}${Math.abs(add)} (“${words}”${meaning === undefined ? "" : `, ${meaning}`})`,
  );
  const beside = factor < 1 ? ` Named beside it, or as the place where it happens: both × ${factor}.` : "";
  return `${type.name} by “${said}” in ${quoted(mention)}. Likelihood: ${likelihood.words}. Severity: ${type.severity} for its kind${
    added.length > 0 ? `, ${added.join(", ")}` : ""
  }.${beside}`;
}

const rounded = (value: number) => Math.round(Math.max(0, Math.min(MAX_SCORE, value)) * 100) / 100;
