import type { Highlight, HighlightField } from "#companies/search/highlights";
import { builder } from "./builder.ts";

const CompanyHighlightField = builder.enumType("CompanyHighlightField", {
  description: "A field of a company that can match words of a search.",
  values: {
    NAME: { value: "name", description: "The name of the company." },
    DESCRIPTION: { value: "description", description: "The description of the company." },
    KEYWORDS: { value: "keywords", description: "One of the company's keywords." },
    INDUSTRIES: { value: "industries", description: "One of the company's industry labels." },
    CERTIFICATIONS: { value: "certifications", description: "One of the company's confirmed certifications." },
  } as const satisfies Record<string, { value: HighlightField; description: string }>,
});

const TextRange = builder.objectRef<Highlight["ranges"][number]>("TextRange").implement({
  description: "A range of a text, in UTF-16 code units.",
  authScopes: { anyScope: ["impact:read"] },
  fields: (t) => ({
    start: t.exposeInt("start", {
      description: "The offset of the first character, where 0 is the beginning of the text.",
    }),
    end: t.exposeInt("end", { description: "The offset after the last character of the range." }),
  }),
});

export const CompanyHighlight = builder.objectRef<Highlight>("CompanyHighlight").implement({
  description: "A text of a company that matches words of the search.",
  authScopes: { anyScope: ["impact:read"] },
  fields: (t) => ({
    field: t.expose("field", { description: "The field that contains the text.", type: CompanyHighlightField }),
    text: t.exposeString("text", {
      description: "The text, without markup: a complete name or label, or a fragment of the description.",
    }),
    ranges: t.expose("ranges", {
      type: [TextRange],
      description: "The parts of `text` that match words of the search.",
    }),
  }),
});
