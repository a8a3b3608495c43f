import type { Logger } from "pino";
import { hasAccess, memberEmail } from "#accounts/teams/find-team";
import type { Database } from "#foundation/db/database";
import type { Mailer } from "#providers/mail/mailer";
import { noticeText } from "../feed/notice-text.ts";
import { type MailAttempt, type PromisedMail, promiseMails, sendNextPromised } from "./stored-digests.ts";

export interface DigestDeps {
  db: Database;
  mailer: Mailer;
  publicUrl: string;
  log: Logger;
}

/** The result of a round of digests. */
export interface DigestRound {
  sent: number;
  /** Number of mails that could not be sent now. */
  waiting: number;
}

/** Returns the path that ends a digest. */
export const unsubscribePath = (token: string): string => `/digests/${token}`;

const counted = (count: number, what: string): string[] => (count === 0 ? [] : [`${count} ${what}`]);

/** Returns a subject such as `2 entered, 1 left`. */
function subjectOf({ monitor, notices }: PromisedMail): string {
  const entered = notices.filter(({ kind }) => kind.endsWith(".entered")).length;
  return `${monitor.name}: ${[...counted(entered, "entered"), ...counted(notices.length - entered, "left")].join(", ")}`;
}

function textOf({ monitor, notices, period, unsubscribeToken }: PromisedMail, publicUrl: string): string {
  const told = notices.flatMap((notice) => [
    `${notice.at.toISOString().slice(0, 16).replace("T", " ")} UTC: ${notice.title}`,
    ...noticeText(notice).flatMap(({ line, below }) => [`  ${line}`, ...below.map((one) => `    ${one}`)]),
    "",
  ]);
  return [
    ...told,
    `The monitor: ${publicUrl}/explorer/monitors/${monitor.id}`,
    `This mail comes ${period} where there is something to tell. To end it: ${publicUrl}${unsubscribePath(unsubscribeToken)}`,
    "",
  ].join("\n");
}

/**
 * Sends the digests that are due. Each mail has its own id, and its notices are fixed before it goes out. So a mail
 * that a killed worker may have sent is the same when it is sent again. A mail that fails delays no other.
 */
export async function sendDigests(
  { db, mailer, publicUrl, log }: DigestDeps,
  onMail: () => void = () => {},
): Promise<DigestRound> {
  await promiseMails(db);
  const round: DigestRound = { sent: 0, waiting: 0 };
  for (;;) {
    const attempt = await sendNextPromised(db, async (mail, inside): Promise<MailAttempt> => {
      const { monitor, userId, unsubscribeToken } = mail;
      const to = await memberEmail(inside, monitor.teamId, userId);
      if (to === null) return "unwanted";
      if (!(await hasAccess(inside, monitor.teamId))) return { waits: "the team's access has ended" };
      try {
        await mailer.send({
          id: `digest-${mail.digestId}-${mail.upto}`,
          group: monitor.name,
          to: [to],
          subject: subjectOf(mail),
          text: textOf(mail, publicUrl),
          unsubscribeUrl: `${publicUrl}${unsubscribePath(unsubscribeToken)}`,
        });
        return "sent";
      } catch (error) {
        // The error may name our servers, which concern only the operator.
        log.warn({ err: error, digestId: mail.digestId }, "a digest could not be sent; it is tried again");
        return { waits: "the mail could not be sent" };
      }
    });
    if (attempt === null) return round;
    onMail();
    if (attempt === "sent") {
      round.sent += 1;
      // The digest may have more to tell than one mail holds.
      await promiseMails(db);
    } else if (attempt !== "unwanted") round.waiting += 1;
  }
}
