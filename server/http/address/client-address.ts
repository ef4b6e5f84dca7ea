import { createHash, timingSafeEqual } from "node:crypto";
import type { BlockList } from "node:net";
import { PROXY_SECRET_HEADER } from "../../../contract/proxy-headers.ts";
import { type Hops, readForwarded, readXForwardedFor } from "./forwarded.ts";
import { isListed, isPrivate, normalizeAddress } from "./ip.ts";

/** Which peers are believed when they say whom they speak for. */
export type TrustProxy =
  | { readonly kind: "none" }
  | { readonly kind: "addresses"; readonly addresses: BlockList }
  /** Whoever sends the secret in `X-Octavo-Proxy-Secret`: for hosts whose requests come from no fixed addresses. */
  | { readonly kind: "secret"; readonly secret: string };

export interface ClientAddresses {
  /**
   * The client's address in the form of `normalizeAddress`: that of the socket, unless the peer is trusted; then the right-most one of
   * `Forwarded` or `X-Forwarded-For` that is not. Fails closed: where the headers cannot be understood, or contradict each other, the last hop that is
   * known stands for all behind it. `unknown` where not even the peer has one (a Unix socket).
   */
  of(request: Request, peer: { readonly address: string }): string;
  /** The setting that the owner lacks, once an untrusted peer has sent forwarding headers; null before. */
  readonly hint: string | null;
}

export interface ClientAddressOptions {
  readonly trust: TrustProxy;
  /** Told once. */
  readonly onHint?: (hint: string) => void;
}

const UNKNOWN = "unknown";

export function createClientAddresses({ trust, onHint = () => {} }: ClientAddressOptions): ClientAddresses {
  const secretHash = trust.kind === "secret" ? sha256(trust.secret) : null;
  let hint: string | null = null;

  /** The peer that was looked up last: most requests come from one proxy. */
  let known = { address: "", listed: false };

  const isTrustedPeer = (request: Request, address: string): boolean => {
    if (trust.kind === "addresses") {
      if (known.address !== address) known = { address, listed: isListed(trust.addresses, address) };
      return known.listed;
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
      // A proxy writes one of the two and lets the other through as the client sent it: which one is not known here.
      return first === second ? first : (peer ?? UNKNOWN);
    },
    get hint() {
      return hint;
    },
  };
}

/** From the right: the first that is no proxy of ours. Where a hop is not known, the one before it (nearer to us) stands for it. */
function findClient(hops: Hops, peer: string, isProxy: (hop: string) => boolean): string {
  let nearest = peer;
  for (const hop of hops.toReversed()) {
    if (hop === null) return nearest;
    if (!isProxy(hop)) return hop;
    nearest = hop;
  }
  return nearest;
}

/** Names the peer only where it cannot be a visitor: a visitor's address belongs neither into logs nor onto /readyz. */
function toHint(peer: string, trust: TrustProxy): string {
  const start = "a peer that is not trusted sends forwarding headers, so all of its visitors count as one. If it is your proxy:";
  if (trust.kind === "secret") return `${start} let it send the shared secret in ${PROXY_SECRET_HEADER}`;
  if (peer !== UNKNOWN && isPrivate(peer)) return `${start} --trust-proxy ${trust.kind === "addresses" ? "(what you have)," : ""}${peer}`;
  return `${start} --trust-proxy with the address ranges it states (a comma between), or --trust-proxy secret`;
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
