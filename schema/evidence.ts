import { type SignedEvidence, signEvidence } from "#markets/evidence/sign-evidence";
import { builder } from "./builder.ts";
import { Market } from "./market.ts";

const MarketEvidence = builder.objectRef<SignedEvidence>("MarketEvidence").implement({
  description:
    "The signed evidence of a market (docs/evidence.md). The command `market verify`, or any JOSE library, can verify it.",
  fields: (t) => ({
    jws: t.exposeString("jws", {
      description: "The evidence as a JSON Web Signature (RFC 7515) in compact form. It is the content of the file.",
    }),
    kid: t.exposeString("kid", {
      description: "The id of the signing key. `/.well-known/evidence-keys.json` has the public key.",
    }),
    fileName: t.exposeString("fileName", {
      description: "A suggested name for the file, such as `market-7.evidence.jws`.",
    }),
  }),
});

/** Reads, digests and signs some 400 companies: about 100 ms. */
const COMPLEXITY = 10_000;

builder.prismaObjectFields(Market, (t) => ({
  evidence: t.field({
    type: MarketEvidence,
    description:
      "The signed evidence of the market: criteria, plans, versions, verdicts and judged records of all completed discoveries. Fails with CONFLICT if no discovery has completed.",
    authScopes: { $all: { anyScope: ["discovery:read"], $any: { anyScope: ["markets:read"] } } },
    complexity: COMPLEXITY,
    resolve: ({ id }, _args, { db, evidenceKeys }) => signEvidence(db, evidenceKeys, id),
  }),
}));
