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
  description: "A range of a text, in UTF-16 code units.",
  authScopes: { anyScope: ["impact:read"] },
  fields: (t) => ({
    start: t.exposeInt("start", { description: "The offset of the first character; 0 is the beginning of the text." }),
    end: t.exposeInt("end", { description: "The offset after the last character." }),
  }),
});

export const CompanyHighlight = builder.objectRef<Highlight>("CompanyHighlight").implement({
  description: "A part of a company's record that contains words of the search.",
  authScopes: { anyScope: ["impact:read"] },
  fields: (t) => ({
    field: t.expose("field", { description: "The field that the words stand in.", type: CompanyHighlightField }),
    text: t.exposeString("text", {
      description: "Plain text without markup: a whole name or label, or a fragment of the description.",
    }),
    ranges: t.expose("ranges", {
      type: [TextRange],
      description: "The ranges of `text` that match words of the search.",
    }),
  }),
});
