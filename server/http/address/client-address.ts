import { createHash, timingSafeEqual } from "node:crypto";
import type { BlockList } from "node:net";
import { PROXY_SECRET_HEADER } from "../../../contract/proxy-headers.ts";
import { type Hops, readForwarded, readXForwardedFor } from "./forwarded.ts";
import { isListed, isPrivate, normalizeAddress } from "./ip.ts";

/** Which peers may state the client's address. */
export type TrustProxy =
  | { readonly kind: "none" }
  | { readonly kind: "addresses"; readonly addresses: BlockList }
  /**
   * Any peer that sends the secret in `X-Octavo-Proxy-Secret`. For hosts whose requests do not
   * come from fixed addresses.
   */
  | { readonly kind: "secret"; readonly secret: string };

export interface ClientAddresses {
  /**
   * The client's address, normalized by `normalizeAddress`. An untrusted peer is the client itself.
   * Behind a trusted peer, the client is the right-most untrusted address of `Forwarded` or
   * `X-Forwarded-For`. This fails closed: if the headers cannot be parsed or contradict each other,
   * the last known hop is the client. `unknown` if not even the peer has an address (a Unix
   * socket).
   */
  of(request: Request, peer: { readonly address: string }): string;
  /** The setting that is missing. Null until an untrusted peer sends forwarding headers. */
  readonly hint: string | null;
}

export interface ClientAddressOptions {
  readonly trust: TrustProxy;
  /** Called at most once. */
  readonly onHint?: (hint: string) => void;
}

const UNKNOWN = "unknown";

export function createClientAddresses({ trust, onHint = () => {} }: ClientAddressOptions): ClientAddresses {
  const secretHash = trust.kind === "secret" ? sha256(trust.secret) : null;
  let hint: string | null = null;

  /** The last peer looked up, because most requests come from one proxy. */
  let cached = { address: "", listed: false };

  const isTrustedPeer = (request: Request, address: string): boolean => {
    if (trust.kind === "addresses") {
      if (cached.address !== address) cached = { address, listed: isListed(trust.addresses, address) };
      return cached.listed;
    }
    if (secretHash === null) return false;
    const sent = request.headers.get(PROXY_SECRET_HEADER);
    return sent !== null && timingSafeEqual(sha256(sent), secretHash);
  };

  const suggest = (peer: string): void => {
    if (hint !== null) return;
    hint = toHint(peer, trust);
    onHint(hint);
  };

  return {
    of(request, { address }) {
      const peer = normalizeAddress(address);
      const forwarded = request.headers.get("Forwarded");
      const xForwardedFor = request.headers.get("X-Forwarded-For");
      if (forwarded === null && xForwardedFor === null) return peer ?? UNKNOWN;
      const trusted = peer === null ? trust.kind === "secret" && isTrustedPeer(request, UNKNOWN) : isTrustedPeer(request, peer);
      if (!trusted) {
        suggest(peer ?? UNKNOWN);
        return peer ?? UNKNOWN;
      }
      const isProxy = (hop: string): boolean => trust.kind === "addresses" && isListed(trust.addresses, hop);
      const ends = [
        ...(forwarded === null ? [] : [findClient(readForwarded(forwarded), peer ?? UNKNOWN, isProxy)]),
        ...(xForwardedFor === null ? [] : [findClient(readXForwardedFor(xForwardedFor), peer ?? UNKNOWN, isProxy)]),
      ];
      const [first = UNKNOWN, second = first] = ends;
      // A proxy writes one header and passes the other on as the client sent it. It is unknown
      // which.
      return first === second ? first : (peer ?? UNKNOWN);
    },
    get hint() {
      return hint;
    },
  };
}

/**
 * Finds the right-most address that is not a trusted proxy. If a hop is unknown, the next hop
 * toward us is used.
 */
function findClient(hops: Hops, peer: string, isProxy: (hop: string) => boolean): string {
  let nearest = peer;
  for (const hop of hops.toReversed()) {
    if (hop === null) return nearest;
    if (!isProxy(hop)) return hop;
    nearest = hop;
  }
  return nearest;
}

/**
 * Names the peer only if it cannot be a visitor. A visitor's address must not appear in logs or on
 * /readyz.
 */
function toHint(peer: string, trust: TrustProxy): string {
  const start = "an untrusted peer sends forwarding headers, so all its visitors count as one. If it is your proxy:";
  if (trust.kind === "secret") return `${start} make it send the shared secret in ${PROXY_SECRET_HEADER}`;
  if (peer !== UNKNOWN && isPrivate(peer))
    return `${start} use --trust-proxy ${trust.kind === "addresses" ? "(your current value)," : ""}${peer}`;
  return `${start} use --trust-proxy with its published address ranges (separated by commas), or --trust-proxy secret`;
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
