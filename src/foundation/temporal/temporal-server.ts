import { connect } from "node:net";
import { Connection, isGrpcServiceError } from "@temporalio/client";
import type { SearchAttributeType } from "@temporalio/common";
import type { TemporalServer } from "../config/temporal.ts";

const PROBE_MS = 1_500;
/** A busy server answers late, and is not away. */
const ANSWER_MS = 5_000;
/** Adding a search attribute changes the schema of the visibility store. */
const REGISTER_MS = 10_000;
const WORKFLOW_SERVICE = "temporal.api.workflowservice.v1.WorkflowService";
const SERVING = 1;
/** Codes of gRPC. */
const ALREADY_EXISTS = 6;
const PERMISSION_DENIED = 7;
const UNAUTHENTICATED = 16;

/** A search attribute of any type, as the product declares them. */
export interface AnySearchAttribute {
  name: string;
  type: SearchAttributeType;
}

/** Each type as the CLI writes it, and its number in temporal/api/enums/v1/common.proto. */
const TYPES: Record<SearchAttributeType, { cli: string; number: number }> = {
  TEXT: { cli: "Text", number: 1 },
  KEYWORD: { cli: "Keyword", number: 2 },
  INT: { cli: "Int", number: 3 },
  DOUBLE: { cli: "Double", number: 4 },
  BOOL: { cli: "Bool", number: 5 },
  DATETIME: { cli: "Datetime", number: 6 },
  KEYWORD_LIST: { cli: "KeywordList", number: 7 },
};

/** Formats `Name=Type`, as `temporal server start-dev --search-attribute` takes it. */
export function searchAttributeFlag({ name, type }: AnySearchAttribute): string {
  return `${name}=${TYPES[type].cli}`;
}

/** What listens at an address: nothing, something that is not (yet) Temporal, or a serving Temporal server. */
export type Listener = "nothing" | "unknown" | "temporal";

/** Finds out what listens at an address, within about two seconds. */
export async function probe(server: TemporalServer): Promise<Listener> {
  if (!(await accepts(server.address))) return "nothing";
  try {
    const { status } = await withConnection(server, PROBE_MS, (connection) =>
      connection.healthService.check({ service: WORKFLOW_SERVICE }),
    );
    return status === SERVING ? "temporal" : "unknown";
  } catch {
    return "unknown";
  }
}

/** Whether anything accepts TCP connections there. */
export function accepts(address: string): Promise<boolean> {
  const colon = address.lastIndexOf(":");
  const host = address.slice(0, colon).replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(address.slice(colon + 1)), timeout: PROBE_MS });
    const answer = (open: boolean) => {
      socket.destroy();
      resolve(open);
    };
    socket.once("connect", () => answer(true));
    socket.once("timeout", () => answer(false));
    socket.once("error", () => answer(false));
  });
}

/** Returns the version of a server; undefined when it does not answer in time. */
export async function serverVersion(server: TemporalServer): Promise<string | undefined> {
  try {
    return (await withConnection(server, PROBE_MS, (connection) => connection.workflowService.getSystemInfo({})))
      .serverVersion;
  } catch {
    return undefined;
  }
}

/** Whether the server refuses the API key, or that none is sent. */
export async function refusesKey(server: TemporalServer): Promise<boolean> {
  try {
    await withConnection(server, PROBE_MS, (connection) => connection.workflowService.getSystemInfo({}));
    return false;
  } catch (error) {
    return isGrpcServiceError(error) && (error.code === UNAUTHENTICATED || error.code === PERMISSION_DENIED);
  }
}

/** Whether the server has that namespace. @throws gRPC's error when the server does not answer. */
export async function hasNamespace(server: TemporalServer, namespace: string): Promise<boolean> {
  try {
    await withConnection(server, PROBE_MS, (connection) => connection.workflowService.describeNamespace({ namespace }));
    return true;
  } catch (error) {
    // NOT_FOUND
    if (isGrpcServiceError(error) && error.code === 5) return false;
    throw error;
  }
}

/**
 * Returns search attributes that the namespace lacks, or has with another type. @throws gRPC's error when the server
 * does not answer.
 */
export async function missingSearchAttributes(
  server: TemporalServer,
  namespace: string,
  wanted: AnySearchAttribute[],
): Promise<AnySearchAttribute[]> {
  const { customAttributes } = await withConnection(server, PROBE_MS, (connection) =>
    connection.operatorService.listSearchAttributes({ namespace }),
  );
  return wanted.filter(({ name, type }) => customAttributes[name] !== TYPES[type].number);
}

/**
 * Registers missing search attributes. A server may know an attribute only some seconds later.
 * @throws gRPC's error: no answer, no permission, or no column left (SQL visibility has three of type Int).
 */
export async function registerSearchAttributes(
  server: TemporalServer,
  namespace: string,
  attributes: AnySearchAttribute[],
): Promise<void> {
  if (attributes.length === 0) return;
  const searchAttributes = Object.fromEntries(attributes.map(({ name, type }) => [name, TYPES[type].number]));
  try {
    await withConnection(server, REGISTER_MS, (connection) =>
      connection.operatorService.addSearchAttributes({ namespace, searchAttributes }),
    );
  } catch (error) {
    if (!isGrpcServiceError(error) || error.code !== ALREADY_EXISTS) throw error;
  }
}

/** Kinds of tasks in a task queue, by Temporal's numbers. */
const TASK_TYPES = { workflows: 1, activities: 2 } as const;

/**
 * Returns how many workers have recently polled the queue for these tasks. @throws gRPC's error when the server does
 * not answer.
 */
export async function pollersOf(
  server: TemporalServer,
  namespace: string,
  taskQueue: string,
  tasks: keyof typeof TASK_TYPES,
): Promise<number> {
  const { pollers } = await withConnection(server, ANSWER_MS, (connection) =>
    connection.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: taskQueue },
      taskQueueType: TASK_TYPES[tasks],
    }),
  );
  return pollers.length;
}

async function withConnection<T>(
  server: TemporalServer,
  timeoutMs: number,
  call: (connection: Connection) => Promise<T>,
): Promise<T> {
  // Interceptors are off, because a probe that retries by itself would hide the failure that it looks for.
  const connection = Connection.lazy({ ...server, interceptors: [], connectTimeout: timeoutMs });
  try {
    return await connection.withDeadline(Date.now() + timeoutMs, () => call(connection));
  } finally {
    await connection.close();
  }
}
