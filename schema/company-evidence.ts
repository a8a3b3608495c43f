import { builder } from "./builder.ts";

/** How an event names a company. */
export interface CompanyEvidenceShape {
  articles: number;
  method: string;
  quote: string;
  confidence: number;
}

export const CompanyEvidence = builder.objectRef<CompanyEvidenceShape>("CompanyEvidence").implement({
  description: "How the articles of an event name a company.",
  fields: (t) => ({
    articles: t.exposeInt("articles", { description: "Observations of the event that name it." }),
    method: t.exposeString("method", { description: "`domain`: by its site; `name`: by its name." }),
    quote: t.exposeString("quote", { description: "The words of one of them." }),
    confidence: t.exposeFloat("confidence", { description: "0–1." }),
  }),
});
