import { type ModelServer, startModelServer } from "../language-model/model-server.ts";
import type { Random } from "./random.ts";

interface Asked {
  /** Of a column, with the texts that may answer it. */
  question?: string;
  texts?: { number: number; text: string }[];
  conditions?: { id: string }[];
  company?: { description?: string };
}

/** What a call costs, in US dollars for a million tokens; the server counts 100 tokens in and 20 out. */
const PRICES = { LANGUAGE_MODEL_INPUT_PRICE: "1", LANGUAGE_MODEL_OUTPUT_PRICE: "4" };

const QUOTE = "manufactures rotor blades";

/** What it says to a column's question: the words of the first text that has them. */
function cellOf(texts: { number: number; text: string }[]): object {
  const found = texts.find(({ text }) => text.includes(QUOTE));
  if (found === undefined) return { said: false, value: "", text: 0, quote: "" };
  return { said: true, value: "rotor blades", text: found.number, quote: QUOTE };
}

/** A paid language model that thinks for a while, and that refuses, breaks off or says nothing now and then. */
export async function startProvider(random: Random): Promise<ModelServer & { environment: Record<string, string> }> {
  const server = await startModelServer();
  server.otherwise = ({ body }) => {
    server.delayMs = random.between(10, 300);
    if (random.chance(0.06)) return { status: random.pick([429, 500, 503]) };
    if (random.chance(0.03)) return { cutOffAfter: '{"id":"chatcmpl-1","cho' };
    if (random.chance(0.02)) return { silent: true };
    const content = String(body.messages.find(({ role }) => role === "user")?.content);
    const { conditions = [], company = {}, question, texts = [] } = JSON.parse(content) as Asked;
    if (question !== undefined) return { text: JSON.stringify(cellOf(texts)) };
    const quote = company.description?.includes(QUOTE) ? QUOTE : "";
    // A maker is of no unwanted kind. If it were, every market would be empty.
    const met = (id: string) => (id.startsWith("unwanted:") ? "notMet" : "met");
    const criteria = conditions.map(({ id }) => ({ id, outcome: quote === "" ? "unknown" : met(id), quote, note: "" }));
    return { text: JSON.stringify({ criteria }) };
  };
  return Object.assign(server, {
    environment: {
      LANGUAGE_MODEL: "openai-compatible",
      LANGUAGE_MODEL_URL: `${server.url}/v1`,
      LANGUAGE_MODEL_NAME: "test-model",
      LANGUAGE_MODEL_API_KEY: "sk-torture",
      LANGUAGE_MODEL_TIMEOUT_SECONDS: "5",
      ...PRICES,
    },
  });
}
