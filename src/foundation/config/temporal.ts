import { readFileSync } from "node:fs";
import { z } from "zod";
import { PACKAGE_VERSION } from "./package-version.ts";
import { oneName } from "./values.ts";

/** The part of the environment that says how a Temporal server of the operator's is reached. */
export const temporalAccessEnvironment = {
  TEMPORAL_API_KEY: z.string().min(1).optional(),
  TEMPORAL_TLS: oneName(["on", "off"]).optional(),
  TEMPORAL_TLS_CA_FILE: z.string().min(1).optional(),
  TEMPORAL_TLS_CERT_FILE: z.string().min(1).optional(),
  TEMPORAL_TLS_KEY_FILE: z.string().min(1).optional(),
  TEMPORAL_TLS_SERVER_NAME: z.string().min(1).optional(),
};

/** The part of the environment that says as which version workers run. */
export const temporalDeploymentEnvironment = {
  // Temporal writes a version as `name.build`.
  TEMPORAL_DEPLOYMENT_NAME: z
    .string()
    .regex(/^[^.\s]+$/, "must have neither dots nor spaces")
    .optional(),
  TEMPORAL_BUILD_ID: z.string().regex(/^\S+$/, "must have no spaces").optional(),
};

/** The worker deployment version: a run ends on the version on which it began. */
export interface TemporalDeployment {
  name: string;
  buildId: string;
}

type DeploymentEnvironment = z.output<z.ZodObject<typeof temporalDeploymentEnvironment>>;

/** As which version workers run; undefined: they have none, and share all runs. */
export function readTemporalDeployment(e: DeploymentEnvironment): {
  deployment: TemporalDeployment | undefined;
  mistakes: string[];
} {
  const { TEMPORAL_DEPLOYMENT_NAME: name, TEMPORAL_BUILD_ID: buildId = PACKAGE_VERSION } = e;
  if (name !== undefined) return { deployment: { name, buildId }, mistakes: [] };
  const isLost = e.TEMPORAL_BUILD_ID !== undefined;
  return {
    deployment: undefined,
    mistakes: isLost ? ["TEMPORAL_BUILD_ID is of a deployment: name it by TEMPORAL_DEPLOYMENT_NAME"] : [],
  };
}

/** How a Temporal server is reached, in the form that its SDK takes. */
export interface TemporalAccess {
  /** Sent with each call; never without TLS. */
  apiKey?: string;
  /** Absent: no TLS. */
  tls?: {
    serverNameOverride?: string;
    /** By default those of the system. */
    serverRootCACertificate?: Buffer;
    /** For mutual TLS. */
    clientCertPair?: { crt: Buffer; key: Buffer };
  };
}

/** A server, and how it is reached. */
export interface TemporalServer extends TemporalAccess {
  /** `host:port` of its gRPC. */
  address: string;
}

type Environment = z.output<z.ZodObject<typeof temporalAccessEnvironment>> & { TEMPORAL_ADDRESS?: string | undefined };

/** Files of the environment; what cannot be read is a mistake. */
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

/** How the environment has the server reached, and what is wrong with it. TLS is on where anything of it, or an API key, is given. */
export function readTemporalAccess(e: Environment): { access: TemporalAccess; mistakes: string[] } {
  const { ca, crt, key, mistakes } = filesOf(e);
  const apiKey = e.TEMPORAL_API_KEY;
  const given = Object.keys(temporalAccessEnvironment).filter((name) => e[name as keyof Environment] !== undefined);
  const wantsTls = given.length > 0 && !(given.length === 1 && e.TEMPORAL_TLS === "off");
  if ((e.TEMPORAL_TLS_CERT_FILE === undefined) !== (e.TEMPORAL_TLS_KEY_FILE === undefined))
    mistakes.push("TEMPORAL_TLS_CERT_FILE and TEMPORAL_TLS_KEY_FILE go together: a certificate and its key");
  if (wantsTls && e.TEMPORAL_TLS === "off")
    mistakes.push("TEMPORAL_TLS is off: leave the API key and the other TEMPORAL_TLS settings out, or turn it on");
  if (wantsTls && e.TEMPORAL_ADDRESS === undefined)
    mistakes.push("TEMPORAL_ADDRESS is missing: TLS and API keys are for a server of your own");
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
