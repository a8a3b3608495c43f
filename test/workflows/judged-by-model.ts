import { expect } from "vitest";
import { type ModelServer, startModelServer } from "../language-model/model-server.ts";
import { importTestCompanies } from "../support/companies.ts";
import { ended, start, WIND_CRITERIA } from "../support/discovery.ts";
import { modelEnvironment } from "../support/model-environment.ts";
import { startSystem, type TestSystem } from "../support/system.ts";

/** The product with a worker and the test companies, whose candidates a language model judges. */
export interface JudgingSystem {
  system: TestSystem;
  server: ModelServer;
  /** Makes the model judge as at the beginning, and forget what it was asked. */
  reset(): void;
  /** Discovers a market of five companies. @returns the id of its job */
  discover(key: string): Promise<number>;
  stop(): Promise<void>;
}

/** Starts it; `environment` adds to what the product reads. */
export async function startJudgingSystem(environment: Record<string, string> = {}): Promise<JudgingSystem> {
  const server = await startModelServer();
  const system = await startSystem({
    temporal: true,
    worker: true,
    environment: { ...modelEnvironment(server, "anthropic"), ...environment },
  });
  await importTestCompanies(system.database.db);
  return {
    system,
    server,
    reset() {
      server.reset();
      server.otherwise = judge;
    },
    async discover(key) {
      const { market, job } = await start(system, key, { ...WIND_CRITERIA, count: 5 });
      const { jobs } = await ended(system, key, market.marketId);
      expect(jobs[0]?.status).toBe("COMPLETED");
      return job.jobId;
    },
    async stop() {
      await system.stop();
      await server.stop();
    },
  };
}

/** Not what the rules would say: Castor is turned down by the model alone. */
const judge: NonNullable<ModelServer["otherwise"]> = ({ body }) => {
  const { conditions, company } = JSON.parse(textOf(body.messages[0]?.content));
  const outcome = (id: string) => (id.startsWith("unwanted") || company.name.startsWith("Castor") ? "notMet" : "met");
  const quote = company.description.slice(0, 40);
  return {
    text: JSON.stringify({
      criteria: conditions.map(({ id }: { id: string }) => ({
        id,
        outcome: outcome(id),
        quote,
        note: "So it says.",
      })),
    }),
  };
};

/** Anthropic's messages have their text in parts. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? "").join("") : "";
}

/** What a bundle says. */
export const payloadOf = (jws: string) => JSON.parse(Buffer.from(jws.split(".")[1] ?? "", "base64url").toString());
