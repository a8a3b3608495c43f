import ipaddr from "ipaddr.js";
import { InvalidInputError } from "#foundation/errors/index";

/**
 * Parses networks into their stored form, CIDR notation; a single address becomes a network of one.
 * @throws InvalidInputError naming a text that is neither
 */
export function parseNetworks(texts: readonly string[]): string[] {
  return texts.map((text) => {
    if (ipaddr.isValidCIDR(text)) {
      const [address, bits] = ipaddr.parseCIDR(text);
      return `${address.toString()}/${bits}`;
    }
    if (!ipaddr.isValid(text))
      throw new InvalidInputError(
        `"${text}" is not a network; give one such as 203.0.113.0/24 or 2001:db8::/32, or an address`,
      );
    const address = ipaddr.process(text);
    return `${address.toString()}/${address.kind() === "ipv4" ? 32 : 128}`;
  });
}

/** Whether an address is in one of these networks; an invalid address is in none. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  const [bare = ""] = address.split("%", 1);
  if (!ipaddr.isValid(bare)) return false;
  // An IPv4 address in IPv6 form counts as that IPv4 address.
  const from = ipaddr.process(bare);
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === from.kind() && from.match(base, bits);
  });
}
