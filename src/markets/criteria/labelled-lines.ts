/** The field of a labelled line, by its label. */
const LABELS: Record<string, RegExp> = {
  offer:
    /^(?:products?|services?|offers?|offering|what|topic|subject|market|segment|industry|sector|activity|business)$/i,
  role: /^(?:roles?|types?|kinds?|business model|value chain)$/i,
  users: /^(?:users?|customers?|clients?|buyers?|end[- ]users?|for(?: whom)?|target group)$/i,
  places:
    /^(?:regions?|country|countries|locations?|geograph(?:y|ies)|where|places?|area|territory|hq|headquarters|seat)$/i,
  exclusions:
    /^(?:not|no|excludes?|excluding|exclusions?|without|except|ex|out of scope|unwanted|don'?t want|not wanted)$/i,
  count: /^(?:count|number|how many|quantity|max(?:imum)?|limit)$/i,
  examples: /^(?:examples?|like|similar(?: to)?|peers|seeds?|competitors|reference)$/i,
  conditions:
    /^(?:size|employees|staff|headcount|revenues?|sales|turnover|market cap|founded|established|age|ownership)$/i,
};

/**
 * Joins a form of labelled lines ("product: …", "- region: …") into one sentence. The lines of any other text become
 * sentences. White space becomes single spaces.
 */
export function inSentences(question: string): string {
  const lines = question
    .split(/\r?\n+/)
    .map((line) =>
      line
        .replace(/^\s*(?:[-*•·–]|\d{1,2}[.)])\s+/, "")
        .replace(/\s+/g, " ")
        .trim(),
    )
    .filter((line) => line !== "");
  const form = lines.length > 1 ? formOf(lines) : null;
  if (form !== null) return form;
  return lines.map((line, i) => (i + 1 < lines.length && !/[.,:;?!]$/.test(line) ? `${line};` : line)).join(" ");
}

/** Null where fewer than two labels are known, or none names the offer. */
function formOf(lines: string[]): string | null {
  const values = new Map<string, string[]>();
  const rest: string[] = [];
  for (const line of lines) {
    const [, label = "", value = ""] = /^([\p{L}' -]{2,20}?)\s*[:=]\s*(\S.*)$/u.exec(line) ?? [];
    const name = Object.keys(LABELS).find((one) => LABELS[one]?.test(label));
    if (name === undefined) rest.push(line);
    else values.set(name, [...(values.get(name) ?? []), spoken(name, label, value.replace(/[.;]+$/, ""))]);
  }
  const said = (name: string): string => (values.get(name) ?? []).join(", ");
  if (values.size < 2 || !values.has("offer")) return null;
  const parts = [
    values.has("role") ? `${said("role")} of ${said("offer")}` : said("offer"),
    ...["users", "places", "conditions"].map(said),
  ];
  const main = parts.filter((part) => part !== "").join(" ");
  const listed = [main, ...["examples", "exclusions", "count"].map(said)].filter((part) => part !== "").join(", ");
  return [...rest.map((line) => (/[.?!]$/.test(line) ? line : `${line}.`)), listed].join(" ");
}

function spoken(name: string, label: string, value: string): string {
  switch (name) {
    case "role":
      return /s$/i.test(value) ? value : `${value}s`;
    case "users":
      return /^for\b/i.test(value) ? value : `for ${value}`;
    case "places":
      return /^(?:in|outside|not|no|anywhere|any|worldwide|global)\b/i.test(value) ? value : `in ${value}`;
    case "exclusions":
      return /^(?:no|not)\b/i.test(value) ? value : `not ${value}`;
    case "examples":
      return `like ${value}`;
    case "count":
      return /compan|firm|result/i.test(value) ? value : `${value} results`;
    case "conditions":
      return /^(?:size|age|ownership)$/i.test(label) ? `with ${value}` : `with ${label.toLowerCase()} ${value}`;
    default:
      return value;
  }
}
