import { builder } from "./builder.ts";

/** How an event names a company. */
export interface CompanyEvidenceShape {
  articles: number;
  method: string;
  quote: string;
  confidence: number;
  effect: number | null;
}

export const CompanyEvidence = builder.objectRef<CompanyEvidenceShape>("CompanyEvidence").implement({
  description: "How the articles of an event name a company.",
  fields: (t) => ({
    articles: t.exposeInt("articles", { description: "How many observations of the event name the company." }),
    method: t.exposeString("method", { description: "How the articles name the company: `domain` or `name`." }),
    quote: t.exposeString("quote", { description: "The words of one article that name the company." }),
    confidence: t.exposeFloat("confidence", {
      description: "How certain it is that the articles mean this company, 0–1.",
    }),
    effect: t.exposeFloat("effect", {
      nullable: true,
      description:
        "Whether the event is bad (−1) or good (1) for the company, weighted by certainty; null where the articles do not say it.",
    }),
  }),
});
