import { calculateJwkThumbprint, compactVerify, errors, importJWK, type JWK } from "jose";
import { z } from "zod";
import { canonicalJson, digestOf } from "#foundation/language/canonical-json";
import { planDigest, resultDigest } from "../discovery/result-digest.ts";
import { fieldText } from "../judging/field-text.ts";
import type { EvidenceField } from "../judging/judgement.ts";
import { ALGORITHM, type Bundle, bundleSchema, PARTS, TYPE } from "./bundle.ts";

/** A failed check: the part of the file, and what is wrong with it. */
export interface EvidenceFault {
  part: string;
  detail: string;
}

export interface EvidenceReport {
  /** True where there is no fault and, if keys were given, one of them signed. */
  ok: boolean;
  /** The thumbprint of the key in the file; null where it cannot be read. */
  kid: string | null;
  /** Whether the key is one of the given ones; null where none was given, so that anybody may have signed. */
  isKnownKey: boolean | null;
  issuedAt: string | null;
  marketId: number | null;
  checked: { verdicts: number; records: number; spans: number };
  faults: EvidenceFault[];
}

const headerSchema = z.strictObject({
  alg: z.literal(ALGORITHM),
  typ: z.literal(TYPE),
  kid: z.string(),
  jwk: z.strictObject({ kty: z.literal("OKP"), crv: z.literal("Ed25519"), x: z.string() }),
});

/** Maximum number of faults in a report; a file that was changed throughout has thousands. */
const MOST_FAULTS = 20;

/**
 * Decodes base64url; null for any other spelling of the same bytes, because bits that no decoder reads must not be
 * free.
 */
function bytesOf(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : null;
}

/** Parses JSON in UTF-8; undefined for anything else. */
function jsonIn(bytes: Uint8Array | null): unknown {
  if (bytes === null) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

const isCanonical = (value: unknown, bytes: Uint8Array): boolean => {
  try {
    return Buffer.from(canonicalJson(value)).equals(bytes);
  } catch {
    return false;
  }
};

/** Whether the header's own key signed. */
async function isSigned(jws: string, jwk: JWK): Promise<boolean> {
  try {
    await compactVerify(jws, await importJWK(jwk, ALGORITHM), { algorithms: [ALGORITHM] });
    return true;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof DOMException) return false;
    throw error;
  }
}

/** Returns faults in the digests: of the parts, the records, the plans, and the discoveries' results. */
function digestFaults(bundle: Bundle): EvidenceFault[] {
  const faults: EvidenceFault[] = [];
  for (const part of PARTS)
    if (digestOf(bundle[part]) !== bundle.digests[part]) faults.push({ part, detail: "is not what its digest says" });
  for (const [digest, record] of Object.entries(bundle.records))
    if (digestOf(record) !== digest)
      faults.push({ part: "records", detail: `the record of ${String(record.domain)} is not what its digest says` });
  for (const { jobId, plan, manifest } of bundle.discoveries) {
    if (planDigest(plan) !== manifest.plan)
      faults.push({ part: "discoveries", detail: `the plan of job ${jobId} is not what its manifest says` });
    if (resultDigest(bundle.verdicts.filter((verdict) => verdict.jobId === jobId)) !== manifest.result)
      faults.push({ part: "verdicts", detail: `the verdicts of job ${jobId} are not what its manifest says` });
  }
  return faults;
}

/** Returns faults in the spans: each must stand at its stated place in the judged record. */
function spanFaults({ verdicts, records }: Bundle): { spans: number; faults: EvidenceFault[] } {
  const faults: EvidenceFault[] = [];
  let spans = 0;
  for (const { domain, criteria, record } of verdicts) {
    const company = record === null ? undefined : records[record];
    if (record !== null && company === undefined)
      faults.push({ part: "records", detail: `the record of ${domain} is missing` });
    for (const { criterion, evidence } of criteria) {
      if (evidence === null) continue;
      spans++;
      const { field, start, end, text } = evidence;
      const stands = company !== undefined && textOf(company, field)?.slice(start, end) === text;
      if (!stands)
        faults.push({
          part: "verdicts",
          detail: `the evidence of ${domain} for ${criterion} does not stand in its record`,
        });
    }
  }
  return { spans, faults };
}

/** Returns a field of a record as text, null where it has none: the record may come from anybody. */
function textOf(record: Record<string, unknown>, field: string): string | null {
  if (!Object.hasOwn(record, field)) return null;
  return fieldText(record as never, field as EvidenceField);
}

/**
 * Checks an evidence file by itself, without a network or a database. Checks its form, its signature, the digest of
 * each part and the place of each span in its record.
 * @param file the file's exact bytes
 * @param known thumbprints of the accepted keys; null accepts any key, which only shows that nothing has changed since
 */
export async function verifyEvidence(file: Uint8Array, known: readonly string[] | null): Promise<EvidenceReport> {
  const report: EvidenceReport = {
    ok: false,
    kid: null,
    isKnownKey: null,
    issuedAt: null,
    marketId: null,
    checked: { verdicts: 0, records: 0, spans: 0 },
    faults: [],
  };
  const fault = (part: string, detail: string) => report.faults.push({ part, detail });
  const jws = Buffer.from(file).toString("latin1");
  const texts = jws.split(".");
  const [head = null, payload = null, signature = null] = texts.map(bytesOf);
  if (texts.length !== 3) {
    fault("file", "is not a JSON Web Signature in compact form");
    return report;
  }
  const header = headerSchema.safeParse(jsonIn(head));
  if (!header.success) fault("header", "is not the header of evidence signed with Ed25519");
  else {
    const { kid, jwk } = header.data;
    report.kid = kid;
    const isOwnName = (await calculateJwkThumbprint(jwk).catch(() => null)) === kid;
    if (!isOwnName) fault("header", "its key does not match the kid that it names");
    if (known !== null) report.isKnownKey = isOwnName && known.includes(kid);
    if (report.isKnownKey === false) fault("key", `${kid} is not one of the given keys`);
    if (signature === null || !(await isSigned(jws, jwk))) fault("signature", "does not match the signed content");
  }
  const content = bundleSchema.safeParse(jsonIn(payload));
  if (payload === null || !content.success) fault("payload", "is not a bundle of evidence");
  else {
    const bundle = content.data;
    report.issuedAt = bundle.issuedAt;
    report.marketId = bundle.market.marketId;
    if (!isCanonical(bundle, payload)) fault("payload", "is not canonical JSON");
    const { spans, faults } = spanFaults(bundle);
    report.checked = { verdicts: bundle.verdicts.length, records: Object.keys(bundle.records).length, spans };
    report.faults.push(...digestFaults(bundle), ...faults);
  }
  report.ok = report.faults.length === 0;
  report.faults = report.faults.slice(0, MOST_FAULTS);
  return report;
}
