import { connect, createSecureServer, type IncomingHttpHeaders, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";

/** The name in its certificate. */
export const GATEWAY_NAME = "temporal.test";

/** Who has signed that certificate; both are valid until 2126, and for local servers in these tests only. */
export const AUTHORITY = `-----BEGIN CERTIFICATE-----
MIIBiTCCAS+gAwIBAgIUE5fOR6uzpexu4VpGXg6gQVDhLJIwCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOVGVzdCBhdXRob3JpdHkwIBcNMjYxMTIzMDcwNTI5WhgPMjEy
NjEwMzAwNzA1MjlaMBkxFzAVBgNVBAMMDlRlc3QgYXV0aG9yaXR5MFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAErNyVvB9/+54n1IZPwXUis42ILdjPTEae1hFFAhpM
20cEzVMY10zorgWwNL1Ja1L/tyBDPurErIvZPAL2aurjV6NTMFEwHQYDVR0OBBYE
FHfjvlIM1YQSWQcyWEOgi06YHr7FMB8GA1UdIwQYMBaAFHfjvlIM1YQSWQcyWEOg
i06YHr7FMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIgHgfysO6E
zzDOeGENHQ07HNS8bHzW9gfotEAjN0iCCfoCIQCqthZkoIoW8himGM8uTGdrj03h
99SVqrtGcYpUI9ZRJQ==
-----END CERTIFICATE-----
`;

const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBnDCCAUKgAwIBAgIUa3KcRjeZtR4phXKRp58ArsHVhWUwCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOVGVzdCBhdXRob3JpdHkwIBcNMjYxMTIzMDcwNTI5WhgPMjEy
NjEwMzAwNzA1MjlaMBgxFjAUBgNVBAMMDXRlbXBvcmFsLnRlc3QwWTATBgcqhkjO
PQIBBggqhkjOPQMBBwNCAASfrJE9vmnvof4mMs7NqS4rgnnNFh7bIReZVtQbvPLu
RUEFqhhkJskixWKinTqnrcW+27b2JURi2NwQvakuVZAho2cwZTAYBgNVHREEETAP
gg10ZW1wb3JhbC50ZXN0MAkGA1UdEwQCMAAwHQYDVR0OBBYEFLNs9Sd2c7W4rCzG
HNvhlxmu1sZ2MB8GA1UdIwQYMBaAFHfjvlIM1YQSWQcyWEOgi06YHr7FMAoGCCqG
SM49BAMCA0gAMEUCIGl42YIEbi2PGMG9GL2pcopmUBQTSfmqF3+9SVGIRXPQAiEA
qRbhwKm/QAlJwZiBYJFcQBGJUrMJSbA4WD3nF40jZJg=
-----END CERTIFICATE-----
`;

const CERTIFICATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTu5GfLSa36dME0Hy
9z8RZ548jAdaoZGsDuUZJqEi8RWhRANCAASfrJE9vmnvof4mMs7NqS4rgnnNFh7b
IReZVtQbvPLuRUEFqhhkJskixWKinTqnrcW+27b2JURi2NwQvakuVZAh
-----END PRIVATE KEY-----
`;

export interface TemporalGateway {
  address: string;
  /** Keys that calls came with. */
  keys: Set<string | undefined>;
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

/** A Temporal server as its cloud shows one: by TLS, for who brings a key, and without the service of operators where that is forbidden. */
export async function startTemporalGateway(port: number, key: string): Promise<TemporalGateway> {
  const behind = connect(`http://127.0.0.1:${port}`);
  behind.on("error", () => {});
  const server = createSecureServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY });
  const sessions = new Set<{ destroy(): void }>();
  server.on("session", (session) => {
    sessions.add(session);
    session.on("error", () => {});
  });
  const gateway: TemporalGateway = {
    address: "",
    keys: new Set(),
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
    if (authorization !== `Bearer ${key}`) return refuse(stream, UNAUTHENTICATED, "the key is not known");
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
