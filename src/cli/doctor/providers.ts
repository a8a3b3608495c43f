import type { Config } from "#foundation/config/config";
import { accepts } from "#foundation/temporal/temporal-server";
import { loadLocalEmbeddings, localModelName } from "#providers/embeddings/local-embeddings";
import type { Finding } from "./check.ts";

/** Default port of each protocol (RFC 9110, RFC 5321, RFC 8314). */
const DEFAULT_PORTS: Record<string, number> = { "http:": 80, "https:": 443, "smtp:": 25, "smtps:": 465 };
/** The address of Anthropic's API when no URL is set. */
const ANTHROPIC = "https://api.anthropic.com";
/** At most one request a second, by the usage policy of OpenStreetMap's server. */
const PUBLIC_DELAY_MS = 1_000;

export async function checkEmbeddings({ embeddings }: Config): Promise<Finding[]> {
  const name = "Embeddings";
  if (embeddings.kind === "word2vec")
    return [{ name, status: "ok", found: "word2vec, trained on the directory itself" }];
  if (embeddings.kind === "endpoint") {
    const what = `${embeddings.model ?? "model not named"} ($${embeddings.price} a million tokens) at`;
    return [await checkHost(name, embeddings.url ?? "", what, "EMBEDDINGS_URL")];
  }
  const { modelDir, isDefault } = embeddings;
  try {
    await loadLocalEmbeddings(modelDir);
    return [{ name, status: "ok", found: `${localModelName(modelDir)}, the sentence model in ${modelDir}` }];
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    if (isDefault)
      return [
        {
          name,
          status: "note",
          found: `${found} Companies are compared by token vectors instead, which find fewer companies`,
          cure: "npm install --ignore-scripts onnxruntime-node, or set EMBEDDINGS=word2vec to use word vectors instead",
        },
      ];
    return [{ name, status: "missing", found, cure: "set EMBEDDINGS_MODEL_DIR to a folder with the model" }];
  }
}

export async function checkLanguageModel({ languageModel }: Config): Promise<Finding[]> {
  const name = "Language model";
  if (languageModel === null)
    return [{ name, status: "ok", found: "none: rules read criteria and judge; LANGUAGE_MODEL sets one" }];
  const { kind, name: model, url, price } = languageModel;
  const what = `${kind}:${model} ($${price.input} and $${price.output} a million tokens) at`;
  return [await checkHost(name, url ?? ANTHROPIC, what, "LANGUAGE_MODEL_URL")];
}

/** Checks what determines an event's alert types and summary. */
export async function checkEventContent({ events, languageModel }: Config): Promise<Finding[]> {
  const name = "Event content";
  if (events.content === "rules" || languageModel === null)
    return [
      {
        name,
        status: "ok",
        found: "alert types and summaries by rules; with EVENT_CONTENT=model, a model reads events",
      },
    ];
  const { kind, name: model } = languageModel;
  const found = `alert types and summaries by ${kind}:${model}, within the platform's budget (market platform)`;
  return [{ name, status: "ok", found }];
}

/** Checks how web pages are fetched, without contacting a site. */
export async function checkPages({ fetching, pages }: Config): Promise<Finding[]> {
  const name = "Pages";
  const { allow, contact, delayMs, concurrency } = fetching;
  const found = `public addresses only, ${concurrency} at once, ${delayMs / 1000} s between two requests to a host, kept for ${pages.keepHours} h`;
  if (allow.length > 0)
    return [
      {
        name,
        status: "note",
        found: `${found}; and ${allow.join(", ")}, public or not`,
        cure: "unset FETCH_ALLOW if other people can submit addresses",
      },
    ];
  if (contact !== undefined) return [{ name, status: "ok", found: `${found}, in the name of ${contact}` }];
  return [{ name, status: "ok", found: `${found}; FETCH_CONTACT gives sites a contact` }];
}

/** Checks what `runEsg` and `runPeople` read beside articles. */
export async function checkCompanyPages({ pages }: Config): Promise<Finding[]> {
  const found =
    pages.ofCompanies === "fetch"
      ? "runEsg and runPeople read companies' own sites; with COMPANY_PAGES=stored, they read only stored pages"
      : "runEsg and runPeople read only stored pages; with COMPANY_PAGES=fetch, they read companies' own sites";
  return [{ name: "Company pages", status: "ok", found }];
}

export async function checkWebSearch({ webSearch }: Config): Promise<Finding[]> {
  const name = "Web search";
  if (webSearch === null)
    return [{ name, status: "ok", found: "none: markets come from the directory; WEB_SEARCH sets one" }];
  const { kind, url, price } = webSearch;
  return [await checkHost(name, url, `${kind} ($${price} a thousand searches) at`, "WEB_SEARCH_URL")];
}

export async function checkGeocoding({ geocoding, fetching }: Config): Promise<Finding[]> {
  const name = "Geocoding";
  if (geocoding === null)
    return [{ name, status: "ok", found: "the embedded gazetteer of cities; GEOCODING=nominatim uses a server" }];
  const { kind, url, price, delayMs } = geocoding;
  const what = `${kind} ($${price} a thousand requests, ${delayMs / 1000} s between two) at`;
  const server = await checkHost(name, url, what, "GEOCODING_URL");
  if (server.status !== "ok") return [server];
  const asked = [
    ...(fetching.contact === undefined ? ["FETCH_CONTACT to a contact for its operator"] : []),
    ...(delayMs < PUBLIC_DELAY_MS ? [`GEOCODING_DELAY_MS to ${PUBLIC_DELAY_MS} or more`] : []),
  ];
  if (asked.length === 0 || !isPublicServer(url)) return [server];
  return [{ ...server, status: "note", cure: `public servers ask for it: set ${asked.join(", and ")}` }];
}

/** Whether a URL points to OpenStreetMap's own public servers. */
const isPublicServer = (url: string): boolean => /(?:^|\.)openstreetmap\.org$/.test(new URL(url).hostname);

export async function checkMail({ mail }: Config): Promise<Finding[]> {
  if (mail.smtpUrl !== undefined) return [await checkHost("Mail", mail.smtpUrl, "SMTP at", "SMTP_URL")];
  return [{ name: "Mail", status: "ok", found: `files in ${mail.outboxDir}; SMTP_URL sends them instead` }];
}

/** Checks whether anything listens where a URL points; does not show the URL's own password. */
async function checkHost(name: string, url: string, what: string, variable: string): Promise<Finding> {
  const { protocol, hostname, port } = new URL(url);
  const address = `${hostname}:${port || (DEFAULT_PORTS[protocol] ?? 443)}`;
  if (await accepts(address)) return { name, status: "ok", found: `${what} ${address}` };
  return {
    name,
    status: "missing",
    found: `${what} ${address}: nothing responds there`,
    cure: `correct ${variable}, or start that server`,
  };
}
