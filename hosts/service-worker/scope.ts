/**
 * The parts of the Service Worker API that the worker uses. TypeScript's library declares them only
 * as an alternative to the page's.
 */

export interface ExtendableEvent {
  /** Keeps the worker alive until the promise is settled. */
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

export interface MessageEvent extends ExtendableEvent {
  readonly data: unknown;
}

interface Events {
  readonly install: ExtendableEvent;
  readonly activate: ExtendableEvent;
  readonly fetch: FetchEvent;
  readonly message: MessageEvent;
}

export interface ServiceWorkerScope {
  readonly location: { readonly href: string };
  readonly caches: CacheStorage;
  readonly clients: { claim(): Promise<void> };
  readonly registration: { update(): Promise<unknown> };
  skipWaiting(): Promise<void>;
  addEventListener<N extends keyof Events>(name: N, listener: (event: Events[N]) => void): void;
}
