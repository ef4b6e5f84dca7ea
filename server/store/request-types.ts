/** `scope` is the request path; kept 24 h. `bodyHash` tells a repeat from a key used twice. */
export interface IdempotencyRequest {
  scope: string;
  key: string;
  bodyHash: Uint8Array;
  /** Status of the answer that was accepted (202, 201). */
  status: number;
}

/** A daily quota (days of UTC) that an accepted write uses up by one. All of a list must have room, or none is used. */
export interface DailyQuota {
  /** The subject and owner of a count: `comments:<keyed hash of the address prefix>`. Never an address itself. */
  key: string;
  limit: number;
  /** Over all clients: once it is used up nobody's writes are taken, so it is noted for the owner. Default false. */
  isTotal?: boolean;
}

export interface QuotaRefusal {
  kind: "quota";
  /** The quota that is used up. */
  key: string;
  limit: number;
  /** Until the day ends. */
  retryAfterMs: number;
}

/** Keyed hash (HMAC) of an e-mail or an address prefix. */
export interface BanKey {
  kind: "email" | "address";
  hash: Uint8Array;
}
