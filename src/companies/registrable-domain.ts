import { parse } from "tldts";
import { InvalidInputError } from "#foundation/errors/index";

/** Platforms where companies have pages by path: the domain identifies the platform, not the company. */
const PAGE_PLATFORMS: ReadonlySet<string> = new Set([
  "facebook.com",
  "instagram.com",
  "linkedin.com",
  "linktr.ee",
  "t.me",
  "tiktok.com",
  "twitter.com",
  "wa.me",
  "x.com",
  "youtube.com",
]);

/** Google Sites also differ by path, but only on this host: google.com itself is a company. */
const PAGE_PLATFORM_HOSTS: ReadonlySet<string> = new Set(["sites.google.com"]);

export type DomainReading = { domain: string; problem?: undefined } | { domain?: undefined; problem: string };

/**
 * Reads the registrable domain of a host name or web address in any spelling: lower case, punycode (UTS #46), no `www`.
 * Follows the Public Suffix List with its private part, so `acme.github.io` is acme's and not GitHub's. Refuses IP
 * addresses, bare and unknown suffixes, e-mail addresses, schemes other than http(s), and pages on platforms such as
 * facebook.com/acme. Each refusal has its reason.
 */
export function readDomain(text: string): DomainReading {
  const given = text.trim();
  if (given === "") return { problem: "no web site" };
  const shown = given.length > 80 ? `${given.slice(0, 77)}…` : given;
  const problem = (reason: string): DomainReading => ({ problem: `"${shown}" ${reason}` });

  if (/^(?:mailto:|(?![a-z]+:\/\/)[^/?#]*@)/i.test(given)) return problem("is an e-mail address, not a web site");
  const address = toUrl(given);
  if (address === null) return problem("is not a web address");

  const parsed = parse(address.hostname, { allowPrivateDomains: true });
  if (parsed.isIp) return problem("is an IP address, not a domain");
  if (!parsed.isIcann && !parsed.isPrivate) return problem("has no known public suffix");
  if (parsed.domain === null) return problem("is a public suffix, not a company's domain");
  const isPage = PAGE_PLATFORMS.has(parsed.domain) || PAGE_PLATFORM_HOSTS.has(address.hostname);
  if (isPage && address.pathname.length > 1)
    return problem(`is a page on ${parsed.domain}, not the company's own site`);
  return { domain: parsed.domain };
}

/** Matches the domain of a company that lost its own to another one. Nobody can register `.invalid` (RFC 2606). */
const STAND_IN = /^company-[1-9]\d{0,9}\.invalid$/;

/** Like `readDomain`, but null where there is none. Takes also the domain of a company that lost its own. */
export function registrableDomain(text: string): string | null {
  const given = text.trim().toLowerCase();
  return STAND_IN.test(given) ? given : (readDomain(text).domain ?? null);
}

/** Returns the absolute http(s) address in a cell, adding `https://` where it has no scheme; null when it is none. */
export function toUrl(text: string): URL | null {
  const given = text.trim();
  if (given === "" || /\s/.test(given)) return null;
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d)/i.exec(given)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "http" && scheme !== "https") return null;
  try {
    const url = new URL(scheme === undefined ? `https://${given.replace(/^\/+/, "")}` : given);
    // A trailing dot makes the same host an absolute name.
    url.hostname = url.hostname.replace(/\.$/, "");
    url.username = "";
    url.password = "";
    return url;
  } catch {
    return null;
  }
}

/** Like `registrableDomain`, for a domain that a caller gives. @throws InvalidInputError */
export function domainOrThrow(given: string): string {
  const domain = registrableDomain(given);
  if (domain === null)
    throw new InvalidInputError(`domain: "${given.slice(0, 100)}" is not a domain that can be registered`);
  return domain;
}
