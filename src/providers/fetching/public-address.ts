import ipaddr from "ipaddr.js";

/**
 * Public by number, but a service of the machine's own network: Azure's platform address
 * (https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16). Other clouds keep their
 * metadata at link-local, shared or unique local addresses, which are not public anyway.
 */
const PLATFORM_ADDRESSES: ReadonlySet<string> = new Set(["168.63.129.16"]);

/** Global unicast, the only part of IPv6 from which public addresses are assigned (RFC 4291 §2.4, IANA's registry). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
/** The prefix under which a network's own translator shows IPv4 to hosts that have only IPv6 (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/**
 * Whether an IP address, as a resolver or `URL` writes it, belongs to the public Internet, by IANA's registries of
 * special addresses in ipaddr.js. An IPv6 address that embeds an IPv4 address is judged by the latter: mapped (RFC
 * 4291) and NAT64 (RFC 6052). 6to4, Teredo and the IPv4-compatible form are obsolete and not public.
 */
export function isPublicAddress(address: string): boolean {
  // A zone ("%eth0") names an interface of this machine.
  if (address.includes("%")) return false;
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return isPublicV4(ipaddr.IPv4.parse(address));
  if (!ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return isPublicV4(parsed.toIPv4Address());
  if (parsed.match(NAT64)) return isPublicV4(new ipaddr.IPv4(parsed.toByteArray().slice(12)));
  return parsed.match(GLOBAL_UNICAST) && parsed.range() === "unicast";
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === "unicast" && !PLATFORM_ADDRESSES.has(address.toString());
}
