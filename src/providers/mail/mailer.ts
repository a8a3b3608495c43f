import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import nodemailer from "nodemailer";
import type { Config } from "#foundation/config/config";
import { ProviderError } from "../provider-error.ts";

export interface Mail {
  /**
   * Mails with one id are the same mail: an outbox stores it once, and receivers recognise a repeat by its Message-ID.
   */
  id: string;
  /** The recipient's name. A mail without addresses shows it as a group without members (RFC 5322, 3.4). */
  group: string;
  to: string[];
  subject: string;
  text: string;
  /** Address where mail programs unsubscribe by one POST (RFC 8058). */
  unsubscribeUrl?: string;
}

/** Sends mail. `name`: the method, for the doctor and the job's report. */
export interface Mailer {
  name: "smtp" | "outbox";
  /**
   * @returns where it went, in a few words for people
   * @throws ProviderError when the outbox cannot be written, or the mail server is away
   */
  send(mail: Mail): Promise<string>;
}

const SEND_TIMEOUT_MS = 20_000;
/** Errors of a folder that a retry cannot cure. */
const NO_OUTBOX: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EROFS", "EEXIST", "ENOTDIR"]);

/**
 * Makes a mailer that uses SMTP where `SMTP_URL` is set; otherwise it writes each mail as an .eml file to the outbox
 * folder, for a person or another program.
 */
export function createMailer({ smtpUrl, from, outboxDir }: Config["mail"]): Mailer {
  const message = ({ id, group, to, subject, text, unsubscribeUrl }: Mail) => ({
    from,
    to: to.length > 0 ? to : `"${group.replace(/[^\p{L}\p{N} .-]/gu, " ")}":;`,
    subject,
    text,
    messageId: `<${id}@market-intelligence>`,
    ...(unsubscribeUrl === undefined
      ? {}
      : {
          headers: {
            "List-Unsubscribe": `<${unsubscribeUrl}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          },
        }),
  });
  if (smtpUrl !== undefined) {
    const transport = nodemailer.createTransport(smtpUrl, {
      connectionTimeout: SEND_TIMEOUT_MS,
      socketTimeout: SEND_TIMEOUT_MS,
    } as nodemailer.TransportOptions);
    return {
      name: "smtp",
      send: async (mail) => {
        await transport.sendMail(message(mail)).catch((error: unknown) => {
          throw smtpError(error);
        });
        return "by SMTP";
      },
    };
  }
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    name: "outbox",
    async send(mail) {
      const composed = await composer.sendMail(message(mail));
      const file = `${mail.id}.eml`;
      const path = join(outboxDir, file);
      try {
        await mkdir(outboxDir, { recursive: true, mode: 0o700 });
        // Renamed into place, so that a program that watches the folder never reads half a mail.
        await writeFile(`${path}.part`, composed.message as Buffer, { mode: 0o600 });
        await rename(`${path}.part`, path);
      } catch (error) {
        throw outboxError(error, outboxDir);
      }
      return `as ${file} in the folder outbox of DATA_DIR`;
    },
  };
}

/** nodemailer's codes of a server that was not reached or went away, and SMTP's own replies that say "later" (RFC 5321, 4.2.1). */
const SERVER_AWAY: ReadonlySet<string> = new Set(["ECONNECTION", "ESOCKET", "ETIMEDOUT", "EDNS"]);
const isLater = (error: Error): boolean =>
  ("code" in error && typeof error.code === "string" && SERVER_AWAY.has(error.code)) ||
  ("responseCode" in error && Math.floor(Number(error.responseCode) / 100) === 4);

function smtpError(error: unknown): unknown {
  if (!(error instanceof Error) || !isLater(error)) return error;
  const message = `the mail server did not take the mail: ${error.message}`;
  return new ProviderError({ provider: "mail", failure: "unavailable", message, cause: error });
}

function outboxError(error: unknown, outboxDir: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!NO_OUTBOX.has(code)) return error;
  const message = `the mail outbox ${outboxDir} cannot be written (${code})`;
  return new ProviderError({ provider: "mail", failure: "refused", message, cause: error });
}
