import { domainToASCII } from "node:url";
import { parse } from "tldts";
import type { Span } from "./spans.ts";

export interface Seeds {
  /** Registrable domains in ASCII (punycode), in the order of the question, without duplicates. */
  domains: string[];
  /** Hosts that look like an example but are not a registrable domain ("foo.invalidtld"). */
  invalid: string[];
  /** The hosts and the words that introduce them ("similar to … and …"). */
  spans: Span[];
}

/** URLs and host names in any script, except the host of an e-mail address. */
const HOST =
  /(?<![\p{L}\p{N}@._+-])(?:https?:\/\/)?((?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,8}(?:xn--[a-z0-9-]{1,59}|\p{L}{2,63}))(?::\d+)?(?:\/[^\s,;)]*)?(?!@)/giu;

/** Words before a host that introduce an example. */
const LEAD =
  /(?:\b(?:(?:that|which|who)\s+(?:are|is)\s+)?(?:similar|comparable|close|alternatives?|analogous)\s+(?:to|with)|\b(?:such as|like|resembling|as well as)|\b(?:competitors|competition|rivals|peers|lookalikes|look-alikes)\s+(?:of|to|for)|\bcompet(?:e|es|ing)\s+with|\balternatives?\s+(?:to|for)|\be\.g\.|\bfor example|\bfor instance|\bin the style of)[\s,:("']*$/iu;
const LINK = /^[\s,;"')]*(?:(?:and|or|&|und|oder)\b[\s"'(]*)?$/iu;

/**
 * Finds example companies given as URLs or host names. It ignores dotted words that are not hosts ("Node.js",
 * "Dr.Oetker"). After words such as "like", they count as intended examples and are reported as invalid.
 */
export function findSeeds(text: string): Seeds {
  const seeds: Seeds = { domains: [], invalid: [], spans: [] };
  for (const match of text.matchAll(HOST)) {
    const start = match.index;
    const end = start + match[0].replace(/[.!?]+$/, "").length;
    const previous = seeds.spans.at(-1);
    const linked = previous !== undefined && LINK.test(text.slice(previous.end, start));
    const lead = LEAD.exec(text.slice(0, start));
    const host = parse(match[1] ?? "", { allowPrivateDomains: true });
    const valid = host.domain !== null && (host.isIcann === true || host.isPrivate === true);
    const meant = lead !== null || linked || /^https?:\/\//i.test(match[0]) || /^www\./i.test(match[1] ?? "");
    const isName = /^\p{Lu}/u.test(match[1] ?? "") && !/^(?:https?:|www\.)/i.test(match[0]);
    if (!valid && (!meant || isName)) continue;
    // "ASP.NET and Node.js" are technologies. A host is in lower case, or follows introductory words.
    if (valid && !meant && /\p{Lu}/u.test(match[1]?.split(".").at(-1) ?? "")) continue;
    if (valid && host.domain) {
      const domain = domainToASCII(host.domain);
      if (!seeds.domains.includes(domain)) seeds.domains.push(domain);
    } else seeds.invalid.push(match[1] ?? match[0]);
    if (linked && previous) previous.end = end;
    else seeds.spans.push({ start: lead ? lead.index : start, end });
  }
  return seeds;
}
