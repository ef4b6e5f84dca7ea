/** How long a sign-in link is valid, in ms. */
export const SIGN_IN_LINK_MS = 10 * 60_000;

/** How a browser signed in to the desk. */
export type SignInWay = "passkey" | "link";

/** A browser that is signed in to the desk, without its secret. */
export interface OwnerSession {
  readonly id: string;
  /** Browser and system, as named in its first request. */
  readonly name: string;
  readonly way: SignInWay;
  readonly createdAt: number;
  readonly usedAt: number;
  /** When the owner last signed in or confirmed a step. */
  readonly confirmedAt: number;
  readonly expiresAt: number;
}

export interface NewSession extends OwnerSession {
  /** SHA-256 of the cookie. */
  readonly hash: Uint8Array;
  /** SHA-256 of the browser's new cookie, which outlives its sessions. */
  readonly browser: Uint8Array;
  /** SHA-256 of each value that the browser has sent as that cookie: its own or a planted one. */
  readonly sentBrowsers: readonly Uint8Array[];
}

export interface OwnerPasskey {
  readonly id: string;
  /** Given by the owner. */
  readonly name: string;
  readonly createdAt: number;
  /** null if it was never used to sign in. */
  readonly usedAt: number | null;
}

/** A passkey with the data to verify it (WebAuthn Level 3, section 4). */
export interface PasskeyCredential extends OwnerPasskey {
  /** The credential's id, in base64url. */
  readonly credential: string;
  /** In COSE. */
  readonly publicKey: Uint8Array;
  readonly counter: number;
}

/** Limited attempts: failed sign-ins, and requests for an email with a link. */
export type AttemptKind = "sign-in" | "mail";

export interface AttemptLimits {
  /** For one client. */
  readonly client: number;
  /** For all clients; null for no limit. */
  readonly all: number | null;
  readonly windowMs: number;
}

export interface AccessStore {
  /**
   * Where a server of this database serves the desk: an address, or a path of the site; null if
   * none does.
   */
  deskPlace(): Promise<string | null>;
  /** Writes nothing if the place is unchanged. */
  keepDeskPlace(place: string | null): Promise<void>;

  /** @returns whether the browser has signed in before */
  addSession(session: NewSession): Promise<{ readonly isKnownBrowser: boolean }>;
  /**
   * Uses up a link and adds the session in one transaction, so that a failure leaves the link
   * unused. Returns null if the link is unknown, expired, used, or another browser's.
   */
  addSessionByLink(link: Uint8Array, session: NewSession): Promise<{ readonly isKnownBrowser: boolean } | null>;
  /** Whether a browser has signed in before and has not been revoked. */
  isKnownBrowser(browser: Uint8Array): Promise<boolean>;
  /** The session of a cookie; null if it has ended. `undos` is JSON. */
  findSession(hash: Uint8Array): Promise<(OwnerSession & { readonly undos: string }) | null>;
  useSession(id: string): Promise<void>;
  confirmSession(id: string): Promise<void>;
  keepUndos(id: string, undos: string): Promise<void>;
  /** The browser stays known. False if there is no such session. */
  endSession(id: string): Promise<boolean>;
  /**
   * The browser then counts as new, unless it has another session. False if there is no such
   * session.
   */
  revokeSession(id: string): Promise<boolean>;
  /** Active sessions, the most recently used first. */
  listSessions(): Promise<OwnerSession[]>;

  /** False if the credential is already stored. */
  addPasskey(passkey: Omit<PasskeyCredential, "usedAt">): Promise<boolean>;
  /** Oldest first. */
  listPasskeys(): Promise<PasskeyCredential[]>;
  findPasskey(credential: string): Promise<PasskeyCredential | null>;
  usePasskey(id: string, counter: number): Promise<void>;
  /** False if there is no such passkey. */
  removePasskey(id: string): Promise<boolean>;

  /** @param link with `browser` null, any browser may use it */
  addLink(link: {
    readonly hash: Uint8Array;
    readonly kind: "mail" | "invite";
    readonly browser: Uint8Array | null;
    readonly expiresAt: number;
  }): Promise<void>;
  /**
   * Binds an unused link to this browser, if the link is not bound to a browser yet. False if there
   * is no such link.
   */
  bindLink(hash: Uint8Array, browser: Uint8Array): Promise<boolean>;
  /**
   * Uses up a challenge; false if it was used before. The newest ones are kept after they expire,
   * so that setting the clock back does not make them valid again.
   * @param expiresAt the time from which it is refused anyway
   */
  takeChallenge(hash: Uint8Array, expiresAt: number): Promise<boolean>;

  /**
   * Counts an attempt, unless a limit is reached. In that case it returns how long to wait, in ms.
   */
  addAttempt(kind: AttemptKind, client: Uint8Array, limits: AttemptLimits): Promise<number | null>;
}
