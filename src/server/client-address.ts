import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";

/**
 * Returns the network of an address: a customer of an IPv6 provider has at least a /64 (RFC 6177), whose addresses
 * count as one.
 */
function network(address: string): string {
  if (!address.includes(":")) return address;
  const [v4] = /(?<=^::ffff:)\d+\.\d+\.\d+\.\d+$/i.exec(address) ?? [];
  if (v4 !== undefined) return v4;
  if (!isIPv6(address)) return address;
  const [head = "", tail] = (address.split("%", 1)[0] ?? "").split("::");
  const groups = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length;
  const all = [...groups, ...Array.from({ length: zeros }, () => "0"), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}

const forwardedBy = ({ headers }: IncomingMessage): string[] =>
  [headers["x-forwarded-for"] ?? []]
    .flat()
    .join(",")
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");

/**
 * Returns the source address of a request. Behind our own proxies it is the `x-forwarded-for` entry that the outermost
 * of them wrote. The client may have forged the entries to its left.
 */
export function sourceAddress(request: IncomingMessage, trustedProxies: number): string {
  const written = trustedProxies === 0 ? undefined : forwardedBy(request).slice(-trustedProxies)[0];
  return (written ?? request.socket.remoteAddress ?? "unknown").slice(0, 64);
}

/** Returns the source of a request as an IPv4 address or an IPv6 network, which counts as one client. */
export const clientAddress = (request: IncomingMessage, trustedProxies: number): string =>
  network(sourceAddress(request, trustedProxies));
