import { randomUUID } from "node:crypto";
import { Client, Connection } from "@temporalio/client";
import { pino } from "pino";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { readConfig } from "#foundation/config/config";
import { logContext } from "#foundation/config/log-context";
import { missingSearchAttributes } from "#foundation/temporal/temporal-server";
import { SEARCH_ATTRIBUTES } from "#workflows/contract";
import { createAuthority } from "../support/certificates.ts";
import { importTestCompanies } from "../support/companies.ts";
import { ended, start, WIND_CRITERIA } from "../support/discovery.ts";
import { type SpanCollector, startSpanCollector } from "../support/span-collector.ts";
import { eventually, startSystem, type TestSystem } from "../support/system.ts";
import { startTemporalGateway, type TemporalGateway } from "../support/temporal-gateway.ts";

const GATEWAY_NAME = "temporal.test";
const KEY = "cloud-key";
const NAMESPACE = `bare-${randomUUID().slice(0, 8)}`;

let gateway: TemporalGateway;
let system: TestSystem;
let environment: Record<string, string>;
let connection: Connection;
const logged: string[] = [];

let collector: SpanCollector;

/** A namespace that knows no search attributes, behind TLS and a key. */
beforeAll(async () => {
  collector = await startSpanCollector();
  const port = inject("temporalPort");
  connection = await Connection.connect({ address: `127.0.0.1:${port}` });
  await connection.workflowService.registerNamespace({
    namespace: NAMESPACE,
    workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
  });
  const authority = await createAuthority();
  gateway = await startTemporalGateway(port, { certificate: await authority.issue(GATEWAY_NAME), key: KEY });
  environment = {
    TEMPORAL_ADDRESS: gateway.address,
    TEMPORAL_NAMESPACE: NAMESPACE,
    TEMPORAL_API_KEY: KEY,
    TEMPORAL_TLS_CA_FILE: authority.crtFile,
    TEMPORAL_TLS_SERVER_NAME: GATEWAY_NAME,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20collect",
    SLOW_STATEMENT_MS: "400",
  };
  const log = pino(
    { level: "warn", mixin: () => logContext.current() },
    { write: (line: string) => void logged.push(line) },
  );
  system = await startSystem({ temporal: true, worker: true, environment, log });
  await importTestCompanies(system.database.db);
});
afterAll(async () => {
  await system?.stop();
  await gateway?.close();
  await connection?.close();
  collector?.close();
});

it("a discovery runs by TLS with an API key, also where search attributes are unknown and may not be registered, and the log says what to do", async () => {
  const { key, teamId } = await system.team();
  const { market } = await start(system, key);
  const { status } = await ended(system, key, market.marketId);
  expect(status).toBe("IN_REVIEW");
  expect([...gateway.keys]).toEqual([`Bearer ${KEY}`]);
  const told = logged.join("\n");
  expect(told).toContain("what is started runs without");
  expect(told).toContain(
    `temporal operator search-attribute create --namespace ${NAMESPACE} --name MarketId --type Int`,
  );
  // Teams take turns on a backlog.
  const { workflow } = new Client({ connection, namespace: NAMESPACE });
  const { raw } = await workflow.getHandle("discovery-1").describe();
  expect(raw.workflowExecutionInfo?.priority?.fairnessKey).toBe(`team-${teamId}`);
});

it("a trace leads from the request by its statements and its workflow to the activities, and has no name of a client's", async () => {
  const { key, teamId } = await system.team();
  const traceId = randomUUID().replaceAll("-", "");
  const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
  const body = { searchCriteria: { ...WIND_CRITERIA, marketName: "Secret kites" } };
  const started = await system.rest(key, "POST", "/v2/discovery/start", body, { traceparent });
  const { metadata } = started.body as { metadata: { marketId: number } };
  await ended(system, key, metadata.marketId);
  const ofTrace = async () => collector.spans.filter((span) => span.traceId === traceId);
  await eventually(ofTrace, (found) => found.some(({ name }) => name === "activity completeDiscovery"));
  const found = await ofTrace();
  const named = (name: string) => found.filter((span) => span.name === name);
  const [request] = named("POST v2 startDiscovery");
  const [operation] = named("graphql StartDiscovery");
  const [dispatch] = named("start discovery");
  expect(request).toMatchObject({
    parentSpanId: "00f067aa0ba902b7",
    attributes: expect.arrayContaining([
      { key: "http.response.status_code", value: { intValue: "200" } },
      { key: "market.request_id", value: { stringValue: started.headers.get("x-request-id") } },
    ]),
  });
  expect(operation?.parentSpanId).toBe(request?.spanId);
  expect(dispatch?.parentSpanId).toBe(operation?.spanId);
  for (const step of ["claimRun", "planDiscovery", "judgeCandidates", "storeMarket", "completeDiscovery"])
    expect(named(`activity ${step}`)).toMatchObject([{ parentSpanId: dispatch?.spanId }]);
  const ids = new Set(found.map(({ spanId }) => spanId));
  const statements = found.filter(({ attributes }) => attributes.some(({ key: name }) => name === "db.query.text"));
  expect(statements.length).toBeGreaterThan(10);
  expect(statements.every(({ parentSpanId = "" }) => ids.has(parentSpanId))).toBe(true);
  expect(found.every((span) => BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano))).toBe(true);
  expect(JSON.stringify(found)).not.toContain("Secret kites");
  expect(collector.received[0]).toEqual({ url: "/v1/traces", authorization: "Bearer collect" });

  // A line of the log within a request has its trace, its id and its team.
  await system.database.db.query("ALTER TABLE collections ADD CONSTRAINT broken CHECK (name <> 'Slow') NOT VALID");
  await system.database.db.query(
    `CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.5); RETURN NEW; END $$`,
  );
  await system.database.db.query(
    "CREATE TRIGGER dawdle BEFORE INSERT ON collections FOR EACH ROW EXECUTE FUNCTION dawdle()",
  );
  const another = randomUUID().replaceAll("-", "");
  const response = await fetch(`${system.url}/graphql`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-api-key": key,
      "x-request-id": "slow-request",
      traceparent: `00-${another}-00f067aa0ba902b7-01`,
    },
    body: JSON.stringify({ query: 'mutation { createCollection(input: { name: "Slow" }) { collectionId } }' }),
  });
  expect(await response.text()).toContain("INTERNAL_SERVER_ERROR");
  const lines = logged.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId === "slow-request");
  const about = { trace_id: another, span_id: expect.any(String), team: teamId };
  expect(lines).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...about, msg: "slow statement", statement: expect.stringMatching(/^INSERT INTO/) }),
      expect.objectContaining({ ...about, msg: "unexpected error in a GraphQL operation" }),
    ]),
  );
  const slow = lines.find(({ msg }) => msg === "slow statement");
  expect(slow.ms).toBeGreaterThanOrEqual(400);
  expect(slow.statement).not.toContain("'Slow'");
});

it("a worker registers the search attributes where it may", async () => {
  gateway.mayRegister = true;
  const { temporal } = readConfig({ ...environment, ENCRYPTION_KEY: "0".repeat(64) });
  const missing = () =>
    missingSearchAttributes(
      { address: gateway.address, ...temporal.access },
      NAMESPACE,
      Object.values(SEARCH_ATTRIBUTES),
    );
  expect(await missing()).toHaveLength(3);
  const worker = await system.startWorker();
  await eventually(missing, (left) => left.length === 0);
  await worker.stop();
});

it.each([
  ["a key without TLS", { TEMPORAL_API_KEY: "k", TEMPORAL_TLS: "off" }, "TEMPORAL_TLS=off cannot be combined"],
  ["a certificate without its key", { TEMPORAL_TLS_CERT_FILE: "package.json" }, "must be set together"],
  ["a file that is not there", { TEMPORAL_TLS_CA_FILE: "no.pem" }, "TEMPORAL_TLS_CA_FILE ENOENT"],
])("%s is a mistake of the configuration", (_, mistaken, told) => {
  expect(() => readConfig({ TEMPORAL_ADDRESS: "cloud.example:7233", ...mistaken })).toThrow(told);
});
