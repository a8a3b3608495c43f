import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import nodemailer from "nodemailer";
import type { Config } from "../../config/config.ts";

export interface Mail {
  /** The same id is the same mail: an outbox keeps it once, and receivers can tell a repeat by its Message-ID. */
  id: string;
  to: string[];
  subject: string;
  text: string;
}

/** Sends mail. `name` tells how, for the doctor and the job's report. */
export interface Mailer {
  name: "smtp" | "outbox";
  send(mail: Mail): Promise<void>;
}

const SEND_TIMEOUT_MS = 20_000;

/** By SMTP where `SMTP_URL` says so; otherwise each mail is an .eml file in the outbox folder, for a person or another program to take. */
export function createMailer({ smtpUrl, from, outboxDir }: Config["mail"]): Mailer {
  const message = ({ id, to, subject, text }: Mail) => ({
    from,
    to,
    subject,
    text,
    messageId: `<${id}@market-intelligence>`,
  });
  if (smtpUrl !== undefined) {
    const transport = nodemailer.createTransport(smtpUrl, {
      connectionTimeout: SEND_TIMEOUT_MS,
      socketTimeout: SEND_TIMEOUT_MS,
    } as nodemailer.TransportOptions);
    return {
      name: "smtp",
      send: async (mail) => {
        await transport.sendMail(message(mail));
      },
    };
  }
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    name: "outbox",
    async send(mail) {
      const composed = await composer.sendMail(message(mail));
      await mkdir(outboxDir, { recursive: true, mode: 0o700 });
      const path = join(outboxDir, `${mail.id}.eml`);
      // Renamed into place, so that whoever watches the folder never reads half a mail.
      await writeFile(`${path}.part`, composed.message as Buffer, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
  };
}
