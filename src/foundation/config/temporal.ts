import { readFileSync } from "node:fs";
import { z } from "zod";
import { PACKAGE_VERSION } from "./package-version.ts";
import { oneName } from "./values.ts";

/** Environment variables that say how to reach the operator's Temporal server. */
export const temporalAccessEnvironment = {
  TEMPORAL_API_KEY: z
    .string()
    .min(1)
    .optional()
    .describe("an API key of your own server or of Temporal Cloud ([API keys and TLS](temporal.md))"),
  TEMPORAL_TLS: oneName(["on", "off"]).optional().meta({
    description: "`on`: TLS to your own server, by the system's certificates",
    unset: "`on` with an API key or another setting of TLS",
  }),
  TEMPORAL_TLS_CA_FILE: z
    .string()
    .min(1)
    .optional()
    .meta({ description: "file of a certificate authority, PEM", unset: "the system's" }),
  TEMPORAL_TLS_CERT_FILE: z.string().min(1).optional().describe("file of a client's certificate, for mutual TLS"),
  TEMPORAL_TLS_KEY_FILE: z.string().min(1).optional().describe("file of the key of this certificate"),
  TEMPORAL_TLS_SERVER_NAME: z
    .string()
    .min(1)
    .optional()
    .describe("the name that the server's certificate has, if it is not the address"),
};

/** Environment variables that set the version of workers. */
export const temporalDeploymentEnvironment = {
  // Temporal writes a version as `name.build`.
  TEMPORAL_DEPLOYMENT_NAME: z
    .string()
    .regex(/^[^.\s]+$/, "must not contain dots or spaces")
    .optional()
    .describe(
      "name of the worker deployment, for [two releases side by side](temporal.md#two-releases-side-by-side): a run ends on the release on which it began",
    ),
  TEMPORAL_BUILD_ID: z
    .string()
    .regex(/^\S+$/, "must not contain spaces")
    .optional()
    .meta({ description: "the worker's version in this deployment", unset: "the release" }),
};

/** The worker deployment version. A run ends on the version that it began on. */
export interface TemporalDeployment {
  name: string;
  buildId: string;
}

type DeploymentEnvironment = z.output<z.ZodObject<typeof temporalDeploymentEnvironment>>;

/** Reads the version of workers; undefined means unversioned workers, which share all runs. */
export function readTemporalDeployment(e: DeploymentEnvironment): {
  deployment: TemporalDeployment | undefined;
  mistakes: string[];
} {
  const { TEMPORAL_DEPLOYMENT_NAME: name, TEMPORAL_BUILD_ID: buildId = PACKAGE_VERSION } = e;
  if (name !== undefined) return { deployment: { name, buildId }, mistakes: [] };
  const isLost = e.TEMPORAL_BUILD_ID !== undefined;
  return {
    deployment: undefined,
    mistakes: isLost ? ["TEMPORAL_BUILD_ID requires TEMPORAL_DEPLOYMENT_NAME, the name of the deployment"] : [],
  };
}

/** How to reach a Temporal server, in the form that its SDK takes. */
export interface TemporalAccess {
  /** Sent with each call; requires TLS. */
  apiKey?: string;
  /** Absent means no TLS. */
  tls?: {
    serverNameOverride?: string;
    /** By default the system's certificates. */
    serverRootCACertificate?: Buffer;
    /** For mutual TLS. */
    clientCertPair?: { crt: Buffer; key: Buffer };
  };
}

/** A Temporal server and how to reach it. */
export interface TemporalServer extends TemporalAccess {
  /** `host:port` of its gRPC. */
  address: string;
}

type Environment = z.output<z.ZodObject<typeof temporalAccessEnvironment>> & { TEMPORAL_ADDRESS?: string | undefined };

/** Reads the files that the environment names; an unreadable file is a mistake. */
function filesOf(e: Environment) {
  const mistakes: string[] = [];
  const read = (name: keyof Environment): Buffer | undefined => {
    const path = e[name];
    if (path === undefined) return undefined;
    try {
      return readFileSync(path);
    } catch (error) {
      mistakes.push(`${name} ${error instanceof Error ? error.message : error}`);
      return undefined;
    }
  };
  return {
    ca: read("TEMPORAL_TLS_CA_FILE"),
    crt: read("TEMPORAL_TLS_CERT_FILE"),
    key: read("TEMPORAL_TLS_KEY_FILE"),
    mistakes,
  };
}

/**
 * Reads how to reach the server. Also returns what is wrong with the settings. TLS is on where any TLS setting or an
 * API key is given.
 */
export function readTemporalAccess(e: Environment): { access: TemporalAccess; mistakes: string[] } {
  const { ca, crt, key, mistakes } = filesOf(e);
  const apiKey = e.TEMPORAL_API_KEY;
  const given = Object.keys(temporalAccessEnvironment).filter((name) => e[name as keyof Environment] !== undefined);
  const wantsTls = given.length > 0 && !(given.length === 1 && e.TEMPORAL_TLS === "off");
  if ((e.TEMPORAL_TLS_CERT_FILE === undefined) !== (e.TEMPORAL_TLS_KEY_FILE === undefined))
    mistakes.push("TEMPORAL_TLS_CERT_FILE and TEMPORAL_TLS_KEY_FILE must be set together: a certificate and its key");
  if (wantsTls && e.TEMPORAL_TLS === "off")
    mistakes.push("TEMPORAL_TLS=off cannot be combined with TEMPORAL_API_KEY or other TEMPORAL_TLS settings");
  if (wantsTls && e.TEMPORAL_ADDRESS === undefined)
    mistakes.push("TEMPORAL_ADDRESS is missing: TLS and API keys apply only to your own Temporal server");
  if (!wantsTls) return { access: {}, mistakes };
  return {
    access: {
      ...(apiKey === undefined ? {} : { apiKey }),
      tls: {
        ...(e.TEMPORAL_TLS_SERVER_NAME === undefined ? {} : { serverNameOverride: e.TEMPORAL_TLS_SERVER_NAME }),
        ...(ca === undefined ? {} : { serverRootCACertificate: ca }),
        ...(crt === undefined || key === undefined ? {} : { clientCertPair: { crt, key } }),
      },
    },
    mistakes,
  };
}
