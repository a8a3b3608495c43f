import { connect, createSecureServer, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import type { TLSSocket } from "node:tls";
import type { Certificate } from "./certificates.ts";

export interface TemporalGateway {
  address: string;
  /** Keys that calls came with. */
  keys: Set<string | undefined>;
  /** Names in the certificates of clients. */
  clients: Set<string | string[] | undefined>;
  /** Whether search attributes may be listed and registered. */
  mayRegister: boolean;
  close(): Promise<void>;
}

/** gRPC's codes. */
const PERMISSION_DENIED = 7;
const UNAUTHENTICATED = 16;

const refuse = (stream: ServerHttp2Stream, status: number, message: string) =>
  stream.respond(
    { ":status": 200, "content-type": "application/grpc", "grpc-status": String(status), "grpc-message": message },
    { endStream: true },
  );

/**
 * Serves Temporal over TLS, as Temporal Cloud does. It requires a key or a client certificate, and can refuse the
 * operator service.
 */
export async function startTemporalGateway(
  port: number,
  { certificate, key, clientAuthority }: { certificate: Certificate; key?: string; clientAuthority?: Certificate },
): Promise<TemporalGateway> {
  const behind = connect(`http://127.0.0.1:${port}`);
  behind.on("error", () => {});
  const server = createSecureServer({
    cert: certificate.crt,
    key: certificate.key,
    ...(clientAuthority === undefined ? {} : { ca: clientAuthority.crt, requestCert: true, rejectUnauthorized: true }),
  });
  const sessions = new Set<{ destroy(): void }>();
  server.on("session", (session) => {
    sessions.add(session);
    gateway.clients.add((session.socket as TLSSocket).getPeerCertificate().subject?.CN);
    session.on("error", () => {});
  });
  const gateway: TemporalGateway = {
    address: "",
    keys: new Set(),
    clients: new Set(),
    mayRegister: false,
    async close() {
      for (const session of sessions) session.destroy();
      behind.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  server.on("stream", (stream, headers: IncomingHttpHeaders) => {
    stream.on("error", () => {});
    const { authorization, ":path": path = "" } = headers;
    gateway.keys.add(authorization);
    if (key !== undefined && authorization !== `Bearer ${key}`)
      return refuse(stream, UNAUTHENTICATED, "the key is not known");
    if (String(path).includes("OperatorService") && !gateway.mayRegister)
      return refuse(stream, PERMISSION_DENIED, "operators only");
    const passed = Object.entries(headers).filter(
      ([name]) => !["authorization", ":scheme", ":authority"].includes(name),
    );
    const asked = behind.request({ ...Object.fromEntries(passed), ":scheme": "http" });
    asked.on("error", () => stream.destroy());
    stream.on("aborted", () => asked.close());
    let trailers: IncomingHttpHeaders = {};
    asked.on("response", (answer, flags) => {
      // Bit 1: an answer of headers alone.
      if ((flags & 1) !== 0) return stream.respond(answer, { endStream: true });
      stream.respond(answer, { waitForTrailers: true });
      stream.on("wantTrailers", () => stream.sendTrailers(trailers));
      asked.on("trailers", (told) => {
        trailers = told;
      });
      asked.pipe(stream);
    });
    stream.pipe(asked);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  gateway.address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return gateway;
}
