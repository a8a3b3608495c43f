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
  description: "The evidence in the articles of an event that the event affects a company.",
  fields: (t) => ({
    articles: t.exposeInt("articles", { description: "The number of the event's observations that name the company." }),
    method: t.exposeString("method", {
      description: "How the company was recognised: `domain`, by its domain, or `name`, by its name.",
    }),
    quote: t.exposeString("quote", {
      description: "The words of an article that name the company, from its clearest mention.",
    }),
    confidence: t.exposeFloat("confidence", {
      description: "The confidence that the articles mean this company, 0–1.",
    }),
    effect: t.exposeFloat("effect", {
      nullable: true,
      description:
        "The effect of the event on the company, from −1 (bad) to 1 (good), weighted by how certain the articles are; null if the articles do not state an effect.",
    }),
  }),
});
