import type { Highlight, HighlightField } from "#companies/search/highlights";
import { builder } from "./builder.ts";

const CompanyHighlightField = builder.enumType("CompanyHighlightField", {
  description: "The field of a company in which words of the search stand.",
  values: {
    NAME: { value: "name", description: "Its name." },
    DESCRIPTION: { value: "description", description: "Its description." },
    KEYWORDS: { value: "keywords", description: "One of its keywords." },
    INDUSTRIES: { value: "industries", description: "One of its industries." },
    CERTIFICATIONS: { value: "certifications", description: "One of its certifications." },
  } as const satisfies Record<string, { value: HighlightField; description: string }>,
});

const TextRange = builder.objectRef<Highlight["ranges"][number]>("TextRange").implement({
  description: "A stretch of a text, in UTF-16 code units.",
  authScopes: { anyScope: ["impact:read"] },
  fields: (t) => ({
    start: t.exposeInt("start", { description: "Of the first sign, from 0." }),
    end: t.exposeInt("end", { description: "Of the sign behind the last." }),
  }),
});

export const CompanyHighlight = builder.objectRef<Highlight>("CompanyHighlight").implement({
  description: "A piece of a company's record in which words of the search stand.",
  authScopes: { anyScope: ["impact:read"] },
  fields: (t) => ({
    field: t.expose("field", { description: "The field that the words stand in.", type: CompanyHighlightField }),
    text: t.exposeString("text", {
      description:
        "Plain text: a name or a label as a whole, or a fragment of the description. It holds no markup of ours.",
    }),
    ranges: t.expose("ranges", { type: [TextRange], description: "Where in the text the words stand." }),
  }),
});
