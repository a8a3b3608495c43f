import type { Logger } from "pino";
import type { Database } from "../../src/db/database.ts";
import { InvalidInputError } from "../../src/errors/index.ts";
import type { Mailer } from "../../src/providers/mail/mailer.ts";
import { reverseGeocode } from "../../src/publishing/reverse-geocode.ts";
import { sendPublishEmail } from "../../src/publishing/send-publish-email.ts";
import { atBoundary, heartbeat } from "../boundary.ts";

export interface EnrichmentDeps {
  db: Database;
  mailer: Mailer;
  publicUrl: string;
  log: Logger;
}

/** What the pipeline flags do to a market. */
export function createEnrichmentActivities(deps: EnrichmentDeps) {
  return atBoundary(
    {
      enrichMarket({
        jobId,
        marketId,
        flag,
      }: {
        jobId: number;
        marketId: number;
        flag: string;
      }): Promise<{ summary: string }> {
        switch (flag) {
          case "runReverseGeocoding":
            return reverseGeocode(deps.db, marketId, (done, total) => heartbeat({ phase: flag, done, total }));
          case "runSendPublishEmail":
            return sendPublishEmail(deps, { jobId, marketId });
          default:
            throw new InvalidInputError(`pipelineChoices.${flag} is not available yet`);
        }
      },
    },
    deps.log,
  );
}
