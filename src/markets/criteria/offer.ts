import { lexicalClasses, synsetsOf } from "#foundation/language/wordnet";
import { hasAncestor, singular } from "./company-words.ts";

/** The kind of a thing that is offered. */
export type Offer = "software" | "service" | "product" | "";

const SOFTWARE = new Set(
  "software saas app apps application applications programs programmes plugin plugins sdk api apis crm erp chatbot chatbots middleware firmware malware antivirus website websites".split(
    " ",
  ),
);
/** Things that are software after a word of `DIGITAL`: "mobile games", "cloud platforms". */
const DIGITAL_THINGS = new Set("platform game tool system solution service suite assistant marketplace".split(" "));
const DIGITAL = new Set(
  "software saas cloud cloud-based mobile web web-based online digital video computer ai ai-based analytics data crm erp no-code low-code e-commerce".split(
    " ",
  ),
);
/** Words before physical platforms, such as offshore or lifting platforms. */
const STEEL = new Set(
  "oil gas offshore drilling lifting aerial work loading railway swimming elevated steel".split(" "),
);

const ACTS = new Set(["noun.act", "noun.event", "noun.process", "noun.cognition", "noun.communication"]);
const THINGS = new Set([
  "noun.artifact",
  "noun.food",
  "noun.substance",
  "noun.plant",
  "noun.animal",
  "noun.object",
  "noun.body",
]);
const SERVICES = new Set(
  "service services consulting outsourcing logistics insurance accounting advice advisory hosting catering staffing rental leasing financing repair maintenance".split(
    " ",
  ),
);

/** Materials and goods whose names look like activities or programs. */
const MATERIALS = new Set(
  "packaging clothing lighting coating coatings flooring roofing bedding tubing piping wiring glazing cladding casting castings fittings bearings springs windows".split(
    " ",
  ),
);

/** Whether a noun names a service, whatever precedes it. */
export function isService(noun: string): boolean {
  return SERVICES.has(noun) || SERVICES.has(singular(noun));
}

/**
 * Whether a noun phrase names software, a service or a product. It is "" when WordNet has neither the phrase nor its
 * head, or they are none of these.
 */
export function offerOf(phrase: string): Offer {
  // "Software for estate agents": the head precedes its purpose.
  const [core = ""] = phrase.toLowerCase().split(/\s+for\s+/);
  const words = core.split(/\s+/);
  const head = words.at(-1) ?? "";
  const base = singular(head);
  if (SOFTWARE.has(head) || SOFTWARE.has(base)) return "software";
  if (DIGITAL_THINGS.has(base) && base !== "service" && words.slice(0, -1).some((word) => DIGITAL.has(word)))
    return "software";
  if (base === "platform" && words.length > 1 && !words.some((word) => STEEL.has(word))) return "software";
  if (isService(head)) return "service";
  if (MATERIALS.has(head)) return "product";
  // "Recycling" has a material as its first sense in WordNet.
  if (/ing$/.test(head) && lexicalClasses(head, 3).includes("noun.act")) return "service";
  // "Medicine" has a science as its first sense, but "medicines" are things.
  if (base !== head && lexicalClasses(base, 3).some((one) => one === "noun.artifact" || one === "noun.substance"))
    return "product";
  const compound = words.slice(-2).join(" ");
  const known = words.length > 1 && synsetsOf(compound, "noun", 1).length > 0 ? compound : head;
  if (hasAncestor(known, ["software", "computer program"], 1)) return "software";
  // "Flavours", "fragrances": WordNet has them as sensations, but they are sold as substances.
  if (base !== head && hasAncestor(base, ["sensation"], 3)) return "product";
  for (const lexicalClass of lexicalClasses(known, 2)) {
    if (THINGS.has(lexicalClass)) return "product";
    if (ACTS.has(lexicalClass)) return "service";
  }
  return "";
}
