import { hash32 } from "#foundation/language/hash32";
import { joinedKey, nameWords } from "./name-words.ts";
import { domainMentions } from "./page-domains.ts";
import { nameSpans, passagesOf } from "./passages.ts";

/**
 * Words of a name that a probe is made of. More would make the list of a text long, fewer would find half the press for
 * every "Bank of …".
 */
const PROBE_WORDS = 3;
/** A long text has no more than this kept; news says whom it is about at the beginning. */
const MAX_PROBES = 1_000;

const domainProbe = (domain: string) => hash32(`@${domain}`);

/** Hashes of whatever may be the beginning of a company's name in a text, and of its domains: what a company that comes later is looked up by. */
export function probesOfText(page: { title: string; text: string; url: string }): number[] {
  const probes = new Set(domainMentions(page).map(({ domain }) => domainProbe(domain)));
  for (const passage of passagesOf(page.title, page.text))
    for (const { key, first, last } of nameSpans(passage)) if (last - first < PROBE_WORDS) probes.add(hash32(key));
  return [...probes].slice(0, MAX_PROBES);
}

/** The probes of which one is in every text that may name the company. */
export function probesOfCompany(company: { domain: string; written: readonly string[] }): number[] {
  const probes = company.written.map((name) => hash32(joinedKey(nameWords(name).slice(0, PROBE_WORDS))));
  return [...new Set([domainProbe(company.domain), ...probes])];
}
