import { connect, type TLSSocket } from "node:tls";
import type { TemporalServer } from "../config/temporal.ts";

/** Time for a handshake, and for the first bytes after it. */
const HANDSHAKE_MS = 1_500;

/** Why TLS to a Temporal server fails, and what an operator does about it. Both are for people. */
export interface TlsProblem {
  found: string;
  cure: string;
}

const OWN_CERTIFICATE =
  "set TEMPORAL_TLS_CERT_FILE and TEMPORAL_TLS_KEY_FILE to a client certificate of an authority that the server trusts, and its key";
const AUTHORITY = "set TEMPORAL_TLS_CA_FILE to the certificate authority of the server";

/** Codes of OpenSSL and Node for a certificate that leads to no trusted authority. */
const UNTRUSTED = new Set([
  "CERT_SIGNATURE_FAILURE",
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

function problemOf(
  { code = "", message }: NodeJS.ErrnoException,
  { tls }: TemporalServer,
  isGreeted: boolean,
): TlsProblem | undefined {
  if (code === "ECONNREFUSED" || code === "ENOTFOUND") return undefined;
  if (UNTRUSTED.has(code)) return { found: `the server's certificate is not trusted (${code})`, cure: AUTHORITY };
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return {
      found: "the server's certificate is for another name than its address",
      cure: "set TEMPORAL_TLS_SERVER_NAME to a name in it",
    };
  if (code === "CERT_HAS_EXPIRED" || code === "CERT_NOT_YET_VALID")
    return { found: `the server's certificate is not valid now (${code})`, cure: "renew it, or set the clock" };
  if (code === "ERR_SSL_WRONG_VERSION_NUMBER" || code === "ERR_SSL_PACKET_LENGTH_TOO_LONG")
    return {
      found: "the server does not speak TLS",
      cure: "leave out TEMPORAL_TLS and the other TEMPORAL_TLS settings",
    };
  // What the server sends, or closes with, after a handshake that the client has accepted, is about the client.
  if (code.includes("ALERT") || isGreeted)
    return tls?.clientCertPair === undefined
      ? { found: "the server asks for a client certificate, and none is set", cure: OWN_CERTIFICATE }
      : { found: "the server refuses the client certificate", cure: OWN_CERTIFICATE };
  return { found: `the TLS handshake fails: ${message}`, cure: "compare the TEMPORAL_TLS settings with the server's" };
}

/**
 * Finds out why TLS to a server fails, by a handshake of its own: the errors of gRPC do not say. Undefined where TLS is
 * not configured, or nothing is wrong with it, or nothing listens. Takes up to a second and a half.
 */
export function tlsProblem(server: TemporalServer): Promise<TlsProblem | undefined> {
  const { address, tls } = server;
  if (tls === undefined) return Promise.resolve(undefined);
  const colon = address.lastIndexOf(":");
  const host = address.slice(0, colon).replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    let isGreeted = false;
    let socket: TLSSocket | undefined;
    const timer = setTimeout(() => end(undefined), HANDSHAKE_MS);
    const end = (problem: TlsProblem | undefined) => {
      clearTimeout(timer);
      socket?.destroy();
      resolve(problem);
    };
    try {
      socket = connect({
        host,
        port: Number(address.slice(colon + 1)),
        ALPNProtocols: ["h2"],
        ...(tls.serverNameOverride === undefined ? {} : { servername: tls.serverNameOverride }),
        ...(tls.serverRootCACertificate === undefined ? {} : { ca: tls.serverRootCACertificate }),
        ...(tls.clientCertPair === undefined ? {} : { cert: tls.clientCertPair.crt, key: tls.clientCertPair.key }),
      });
    } catch (error) {
      // A file that is no certificate, or a key that is not the certificate's.
      const found = `the certificates cannot be used: ${error instanceof Error ? error.message : error}`;
      end({ found, cure: "TEMPORAL_TLS_CERT_FILE, TEMPORAL_TLS_KEY_FILE and TEMPORAL_TLS_CA_FILE are PEM files" });
      return;
    }
    socket.once("secureConnect", () => {
      isGreeted = true;
    });
    // In TLS 1.3 a server judges the client's certificate after the handshake. It then speaks first: HTTP/2's settings.
    socket.once("data", () => end(undefined));
    socket.once("error", (error) => end(problemOf(error, server, isGreeted)));
    socket.once("close", () => end(isGreeted ? problemOf(new Error("closed"), server, isGreeted) : undefined));
  });
}
