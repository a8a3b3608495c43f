import { setTimeout as sleep } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { bodyOf, type LocalServer, startLocalServer } from "../support/local-server.ts";
import type { Journal, Message } from "./journal.ts";
import type { Random } from "./random.ts";

export interface Receiver extends LocalServer {
  /** From now on it takes everything at once. */
  calm(): void;
}

/** A receiver of all teams' webhooks, each at a path of its own, that refuses, is slow or says nothing now and then. */
export async function startReceiver(random: Random, journal: Journal): Promise<Receiver> {
  let isCalm = false;
  const server = await startLocalServer(async (request, response) => {
    const { headers } = request;
    const body = await bodyOf(request);
    const message: Message = {
      teamId: Number(request.url?.slice(1)),
      id: String(headers["webhook-id"]),
      timestamp: Number(headers["webhook-timestamp"]),
      signature: String(headers["webhook-signature"]),
      body,
      noticeId: JSON.parse(body).data.noticeId,
      isAccepted: false,
    };
    journal.messages.push(message);
    if (!isCalm && random.chance(0.1)) {
      response.writeHead(random.pick([429, 500, 503])).end();
      return;
    }
    if (!isCalm && random.chance(0.02)) return;
    if (!isCalm && random.chance(0.1)) await sleep(random.between(500, 3_000));
    message.isAccepted = true;
    response.writeHead(204).end();
  });
  return Object.assign(server, {
    calm: () => {
      isCalm = true;
    },
  });
}

/** Whether a message is signed by this secret. Its time is not compared: the clocks of senders are changed here. */
export const isSigned = ({ id, timestamp, body, signature }: Message, secret: string): boolean =>
  signature.split(" ").includes(new Webhook(secret).sign(id, new Date(timestamp * 1_000), body));
