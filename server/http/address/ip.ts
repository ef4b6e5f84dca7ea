import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";

/** The prefixes of an IP address that identify a client, as text. */

export interface ClientKeys {
  /**
   * The whole IPv4 address, or the /64 of an IPv6 address, because one connection gets a whole /64.
   */
  readonly narrow: string;
  /** The /48 of an IPv6 address, because one customer may get a whole /48; null for IPv4. */
  readonly wide: string | null;
}

/**
 * Gives each address one spelling: IPv4 as four decimal numbers, IPv6 as eight groups of hex
 * without leading zeros. Unwraps IPv4 in IPv6 (`::ffff:192.0.2.1`) and drops zones (`%eth0`). Null
 * if the text is not an address.
 */
export function normalizeAddress(text: string): string | null {
  const bare = text.replace(/%.*$/s, "");
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return null;
  const groups = toGroups(bare);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!mapped) return groups.map((group) => group.toString(16)).join(":");
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join(".");
}

/** The eight groups of a valid IPv6 address. */
function toGroups(text: string): number[] {
  const decimal = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(text);
  const [a = 0, b = 0, c = 0, d = 0] = decimal?.slice(1).map(Number) ?? [];
  const hex = decimal === null ? text : `${text.slice(0, decimal.index)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  const [head = "", tail] = hex.split("::");
  const parse = (part: string): number[] => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16)));
  const [first, last] = [parse(head), parse(tail ?? "")];
  return tail === undefined ? first : [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last];
}

/** @param address from `normalizeAddress` */
export function toClientKeys(address: string): ClientKeys {
  if (!address.includes(":")) return { narrow: address, wide: null };
  const groups = address.split(":");
  return { narrow: `${groups.slice(0, 4).join(":")}::/64`, wide: `${groups.slice(0, 3).join(":")}::/48` };
}

/**
 * Addresses of this machine and of private networks (RFC 1918, 3927, 4193, 6598). No stranger on
 * the internet has one.
 */
const PRIVATE = toBlockList([
  "127.0.0.0/8",
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "169.254.0.0/16",
  "100.64.0.0/10",
  "::1",
  "fc00::/7",
  "fe80::/10",
]);

/** @param address from `normalizeAddress` */
export function isPrivate(address: string): boolean {
  return isListed(PRIVATE, address);
}

/** @param address from `normalizeAddress` */
export function isListed(list: BlockList, address: string): boolean {
  return list.check(address, address.includes(":") ? "ipv6" : "ipv4");
}

/**
 * Parses addresses and CIDR ranges for `isListed`.
 * @throws RangeError with the first entry that is neither
 */
export function toBlockList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [given = "", bits, ...more] = entry.split("/");
    const address = normalizeAddress(given);
    if (address === null || more.length > 0) throw notAnAddress(entry);
    const wasMapped = isIP(given.replace(/%.*$/s, "")) === 6 && !address.includes(":");
    const type = address.includes(":") ? "ipv6" : "ipv4";
    if (bits === undefined) list.addAddress(address, type);
    else {
      const length = /^\d{1,3}$/.test(bits) ? Number(bits) - (wasMapped ? 96 : 0) : -1;
      if (length < 0 || length > (type === "ipv6" ? 128 : 32)) throw notAnAddress(entry);
      list.addSubnet(address, length, type);
    }
  }
  return list;
}

function notAnAddress(entry: string): RangeError {
  return new RangeError(`${JSON.stringify(entry)} is neither an address nor a range such as 10.0.0.0/8`);
}

/** Whether a server that listens on this host can be reached only from this machine. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "");
  if (isIP(bare) === 0) return bare.toLowerCase() === "localhost";
  const address = normalizeAddress(bare) ?? "";
  return address.startsWith("127.") || address === "0:0:0:0:0:0:0:1";
}
