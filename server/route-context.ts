import type { Route, RouteName } from "../contract/paths.ts";
import type { EngagementRecord } from "../contract/schemas/request-engagement.ts";
import type { ClientKeys } from "./http/address/ip.ts";
import type { Admissions } from "./http/admission.ts";
import type { OriginDecision } from "./http/cors.ts";
import type { RouteAnswer } from "./http/respond.ts";
import type { Log } from "./log.ts";
import type { PublishedSource } from "./published.ts";
import type { PublishedContent } from "./published-content.ts";
import type { ServerConfig } from "./server-config.ts";
import type { DropReason, EngagementEvent } from "./store/engagement-types.ts";
import type { Store } from "./store/store.ts";

/** Purposes of keyed hashes. Hashes for different purposes are unrelated. */
export type HashPurpose =
  | "address"
  | "rate"
  | "email"
  | "duplicate"
  | "idempotency"
  | "moderation"
  | "moderation-form"
  | "inquiry-card"
  | "erasure"
  | "subscription"
  | "subscription-form"
  | "visitor-form"
  | "desk-challenge"
  | "desk-attempt"
  | "desk-seal"
  | "desk-arrival";

/** The secrets that routes need. */
export interface ApiKeys {
  /** An HMAC of 32 bytes. The parts stay separate: ("ab", "c") differs from ("a", "bc"). */
  hash(purpose: HashPurpose, ...parts: readonly string[]): Uint8Array;
  /** Derived from the id, never stored. */
  editToken(commentId: string): string;
  isEditToken(commentId: string, token: string): boolean;
  /**
   * Creates a visitor: the cookie's value, and the stored form.
   * @param repeatable parts that always produce the same visitor. Default: random
   */
  createVisitor(repeatable?: readonly string[] | null): { readonly cookie: string; readonly visitor: Uint8Array };
  /**
   * Returns null if the server did not create the value. `renewed` is the value signed with the
   * current key if an older key had signed it, otherwise null.
   */
  readVisitor(cookie: string): { readonly visitor: Uint8Array; readonly renewed: string | null } | null;
}

/** Prepares engagement records for storage. */
export interface EngagementIntake {
  prepare(request: EngagementInput): { readonly events: readonly EngagementEvent[]; readonly dropped: readonly DropReason[] };
}

export interface EngagementInput {
  readonly records: readonly EngagementRecord[];
  readonly headers: Headers;
  /** From `normalizeAddress`. */
  readonly address: string;
  readonly content: PublishedContent;
}

/** Shared by all routes. */
export interface ApiContext {
  readonly store: Store;
  readonly published: PublishedSource;
  readonly keys: ApiKeys;
  readonly engagement: EngagementIntake;
  readonly admissions: Admissions;
  readonly config: ServerConfig;
  readonly clock: () => number;
  readonly log: Log;
}

/** One request. */
export interface Visit {
  readonly request: Request;
  readonly route: Route & { readonly name: RouteName };
  readonly params: Readonly<Record<string, string>>;
  /** As sent, without the `?`. */
  readonly query: string;
  readonly requestId: string;
  /** Public base of the API. */
  readonly baseUrl: string;
  readonly origin: OriginDecision;
  readonly content: PublishedContent | null;
  /** The client's address, from `normalizeAddress`. */
  readonly address: string;
  readonly client: ClientKeys;
  /** Headers for the answer, including error answers. A route adds to them as it runs. */
  readonly headers: Record<string, string>;
}

export type RouteHandler = (visit: Visit) => Promise<RouteAnswer>;
