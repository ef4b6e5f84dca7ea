/** Options of `createClient` and its methods. */

/** Sends a request like `fetch`. It is called with an absolute address. */
export type ClientFetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /**
   * Base address of the API with `/api/v1`: `https://ines.example/api/v1`. In a page it may be
   * relative: `/api/v1`.
   */
  readonly baseUrl: string;
  /** Default: the global `fetch`. */
  readonly fetch?: ClientFetch | undefined;
  /**
   * Sent with every request. From a page of another origin, the API only accepts its own headers
   * and tracing headers.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Time limit of one attempt, including its body, in milliseconds; 0 for no limit. Default:
   * 10,000.
   */
  readonly timeout?: number | undefined;
  /** How many times a read, or a repeatable write, is sent again after failures. Default: 2. */
  readonly retries?: number | undefined;
  /**
   * Number of responses cached in memory and revalidated by ETag; 0 for none. Default: 100; in a
   * page 0, because the browser's cache is better: a request with an explicit ETag bypasses it, and
   * needs a preflight on another origin.
   */
  readonly cache?: number | undefined;
  /**
   * Called with every response, including 304 and problems, before its body is read; useful for its
   * headers.
   */
  readonly onResponse?: ((response: Response) => void) | undefined;
  /** For tests. */
  readonly runtime?: Partial<ClientRuntime> | undefined;
}

/** Functions that a client gets from its runtime. */
export interface ClientRuntime {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** Waits. Rejects with the signal's reason when it is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal | null) => Promise<void>;
  /** Returns 16 to 64 characters that cannot be guessed. */
  readonly createKey: () => string;
}

/** The last argument of every method. */
export interface RequestOptions {
  /** When it is aborted, the method rejects with the signal's reason, like `fetch`. */
  readonly signal?: AbortSignal | null | undefined;
  /** Replaces the client's value. */
  readonly timeout?: number | undefined;
  /** Replaces the client's value. */
  readonly retries?: number | undefined;
  /** Sent in addition to the client's headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Called after the client's `onResponse`. */
  readonly onResponse?: ((response: Response) => void) | undefined;
}

/** Options of writes that may be repeated. */
export interface SubmitOptions extends RequestOptions {
  /**
   * 16 to 64 characters. For 24 hours, the same key with the same body is the same submission.
   * Default: a new key for each call.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Options of writes that need the token from a comment's submission. */
export interface EditOptions extends RequestOptions {
  readonly editToken: string;
}
