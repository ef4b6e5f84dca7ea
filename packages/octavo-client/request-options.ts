/** Options of `createClient` and its methods. */

/** Sends a request, as `fetch` does. It is called with an absolute address. */
export type ClientFetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /** Base address of the API, `/api/v1` included: `https://ines.example/api/v1`. In a page it may be relative to it: `/api/v1`. */
  readonly baseUrl: string;
  /** Default: the global `fetch`. */
  readonly fetch?: ClientFetch | undefined;
  /** Sent with every request. To a page of another origin the API allows no names beside those it takes itself and those of tracing. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How long one attempt may take, its body included, milliseconds. 0: for ever. Default: 10,000. */
  readonly timeout?: number | undefined;
  /** How often a read, or a write that may be repeated, is sent again after it failed. Default: 2. */
  readonly retries?: number | undefined;
  /**
   * How many answers are held in memory and asked for again by their ETag. 0: none. Default: 100; 0 in a page, where the browser's own cache does it
   * better: a request that names an ETag passes it by, and needs a preflight on another origin.
   */
  readonly cache?: number | undefined;
  /** Called with every answer, 304 and problems included, before its body is read; for its headers. */
  readonly onResponse?: ((response: Response) => void) | undefined;
  /** For tests. */
  readonly runtime?: Partial<ClientRuntime> | undefined;
}

/** Functions that a client takes from its runtime. */
export interface ClientRuntime {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** From 0 to below 1. */
  readonly random: () => number;
  /** Waits; rejects with the signal's reason once it is aborted. */
  readonly sleep: (milliseconds: number, signal: AbortSignal | null) => Promise<void>;
  /** 16 to 64 characters that nobody guesses. */
  readonly createKey: () => string;
}

/** The last argument of every method. */
export interface RequestOptions {
  /** Aborted: the method rejects with the signal's reason, as `fetch` does. */
  readonly signal?: AbortSignal | null | undefined;
  /** In the client's place. */
  readonly timeout?: number | undefined;
  /** In the client's place. */
  readonly retries?: number | undefined;
  /** Beside the client's own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** After the client's own. */
  readonly onResponse?: ((response: Response) => void) | undefined;
}

/** Options of writes that may be repeated. */
export interface SubmitOptions extends RequestOptions {
  /** 16 to 64 characters: the same key with the same body is the same submission, for 24 hours. Default: made again for each call. */
  readonly idempotencyKey?: string | undefined;
}

/** Options of writes that need the token of a comment's submission. */
export interface EditOptions extends RequestOptions {
  readonly editToken: string;
}
