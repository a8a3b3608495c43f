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
    articles: t.exposeInt("articles", { description: "Observations of the event that name it." }),
    method: t.exposeString("method", { description: "`domain`: by its site; `name`: by its name." }),
    quote: t.exposeString("quote", { description: "The words of one of them." }),
    confidence: t.exposeFloat("confidence", { description: "0–1." }),
    effect: t.exposeFloat("effect", {
      nullable: true,
      description:
        "Whether the event is bad or good for it, −1 to 1, weighted by how sure that is; null where nothing says it.",
    }),
  }),
});
