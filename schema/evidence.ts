import { type SignedEvidence, signEvidence } from "#markets/evidence/sign-evidence";
import { builder } from "./builder.ts";
import { Market } from "./market.ts";

const MarketEvidence = builder.objectRef<SignedEvidence>("MarketEvidence").implement({
  description: "The signed evidence of a market (docs/evidence.md); `market verify` or any JOSE library can check it.",
  fields: (t) => ({
    jws: t.exposeString("jws", { description: "A JSON Web Signature in compact form: the content of the file." }),
    kid: t.exposeString("kid", {
      description: "The id of the signing key, which is in `/.well-known/evidence-keys.json`.",
    }),
    fileName: t.exposeString("fileName", { description: "A name for the file." }),
  }),
});

/** Reads, digests and signs some 400 companies: about 100 ms. */
const COMPLEXITY = 10_000;

builder.prismaObjectFields(Market, (t) => ({
  evidence: t.field({
    type: MarketEvidence,
    description:
      "The signed evidence: criteria, plans, versions, verdicts and judged records of all completed discoveries. CONFLICT where no discovery has completed.",
    authScopes: { $all: { anyScope: ["discovery:read"], $any: { anyScope: ["markets:read"] } } },
    complexity: COMPLEXITY,
    resolve: ({ id }, _args, { db, evidenceKeys }) => signEvidence(db, evidenceKeys, id),
  }),
}));
