import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { hostAndPortOf, hostOf } from "./check-url.ts";
import { FetchRefusedError } from "./errors.ts";
import { isPublicAddress } from "./public-address.ts";

/** Resolves a host name to all addresses, IPv4 and IPv6, in the order of trying them. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

export interface ConnectorOptions {
  /** Host and port pairs that may be connected to at any address. */
  allowed: ReadonlySet<string>;
  resolve?: Resolve | undefined;
  connectTimeoutMs: number;
  /** Certificate authorities (PEM) instead of those that Node trusts. */
  ca?: string | undefined;
}

/** The machine's own resolution of names: hosts file, then DNS. */
export const resolveBySystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/**
 * Opens connections to public addresses only. The host is resolved once, here, and every answer is checked. The socket
 * gets the checked addresses instead of the name. So a name that changes its address meanwhile (DNS rebinding) has no
 * effect. For literal addresses undici does not call `lookup`, so these are checked first. The server's name and
 * certificate are always checked, even where the environment turns that off.
 */
export function createGuardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { allowed, resolve = resolveBySystem } = options;
  const settings = {
    timeout: options.connectTimeoutMs,
    rejectUnauthorized: true,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  };
  const guarded = buildConnector({ ...settings, lookup: lookupThrough(resolve, true) });
  const open = buildConnector({ ...settings, lookup: lookupThrough(resolve, false) });

  return (target, done) => {
    const host = hostOf(target);
    if (allowed.has(hostAndPortOf(target))) return open(target, done);
    if (isIP(host) > 0 && !isPublicAddress(host)) return done(notPublic(host), null);
    guarded(target, (error, socket) => {
      if (error !== null) return done(error, null);
      // Cannot happen while the rules above hold; a second check in case Node changes how it connects.
      if (!isPublicAddress(socket.remoteAddress ?? "")) {
        socket.destroy();
        return done(notPublic(host), null);
      }
      done(null, socket);
    });
  };
}

/** Returns Node's `lookup` over a resolver. With `guard`, a single non-public answer refuses the whole host. */
function lookupThrough(resolve: Resolve, guard: boolean): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname).then(
      (addresses) => {
        const usable = addresses.filter((address) => isIP(address) > 0);
        const [first] = usable;
        if (first === undefined)
          return done(Object.assign(new Error(`${hostname} has no address`), { code: "ENOTFOUND" }), "", 0);
        if (guard && !usable.every(isPublicAddress)) return done(notPublic(hostname), "", 0);
        if (options.all)
          return done(
            null,
            usable.map((address) => ({ address, family: isIP(address) })),
          );
        done(null, first, isIP(first));
      },
      (error: NodeJS.ErrnoException) => done(error, "", 0),
    );
  };
}

/** The message leaves out the address, which would reveal the inner network. */
function notPublic(host: string): FetchRefusedError {
  return new FetchRefusedError(
    `http://${isIP(host) === 6 ? `[${host}]` : host}/`,
    "leads to an address that is not public",
  );
}
