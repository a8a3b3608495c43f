import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../../config/config.ts";
import { accepts } from "../../embedded/temporal-server.ts";
import type { Finding } from "./check.ts";

/** The port of each protocol, where a URL names none (RFC 9110, RFC 5321, RFC 8314). */
const DEFAULT_PORTS: Record<string, number> = { "http:": 80, "https:": 443, "smtp:": 25, "smtps:": 465 };
/** The files of a sentence model folder. */
const MODEL_FILES = ["model.onnx", "tokenizer.json", "tokenizer_config.json"];

export async function checkEmbeddings({ embeddings }: Config): Promise<Finding[]> {
  const name = "Embeddings";
  if (embeddings.kind === "word2vec")
    return [{ name, status: "ok", found: "word2vec, trained on the directory itself" }];
  if (embeddings.kind === "endpoint")
    return [
      await checkHost(name, embeddings.url ?? "", `${embeddings.model ?? "model not named"} at`, "EMBEDDINGS_URL"),
    ];
  const folder = embeddings.modelDir;
  if (folder === undefined)
    return [{ name, status: "missing", found: "onnx without a folder", cure: "set EMBEDDINGS_MODEL_DIR" }];
  const absent = MODEL_FILES.filter((file) => !existsSync(join(folder, file)));
  if (absent.length === 0) return [{ name, status: "ok", found: `onnx, the model in ${folder}` }];
  return [
    {
      name,
      status: "missing",
      found: `${folder} has no ${absent.join(", ")}`,
      cure: "set EMBEDDINGS_MODEL_DIR to a folder with the model",
    },
  ];
}

export async function checkMail({ mail }: Config): Promise<Finding[]> {
  if (mail.smtpUrl !== undefined) return [await checkHost("Mail", mail.smtpUrl, "SMTP at", "SMTP_URL")];
  return [{ name: "Mail", status: "ok", found: `files in ${mail.outboxDir}; SMTP_URL sends them instead` }];
}

/** Whether anything listens where a URL points; the URL's own password is not shown. */
async function checkHost(name: string, url: string, what: string, variable: string): Promise<Finding> {
  const { protocol, hostname, port } = new URL(url);
  const address = `${hostname}:${port || (DEFAULT_PORTS[protocol] ?? 443)}`;
  if (await accepts(address)) return { name, status: "ok", found: `${what} ${address}` };
  return {
    name,
    status: "missing",
    found: `${what} ${address}: nothing answers there`,
    cure: `put right ${variable}, or start that server`,
  };
}
