/** Bytes of bodies as sent over the network (compressed). */
export interface Traffic {
  /** Everything needed to know the hits. */
  readonly indexBytes: number;
  /** Titles, addresses and excerpts of hits. 0 if they are stored with the text. */
  readonly headBytes: number;
  /** Texts from which snippets of hits are taken. */
  readonly textBytes: number;
  readonly requests: number;
}

export interface Answer {
  /** Number of hits on all pages. */
  readonly found: number;
  /** Since the previous query. */
  readonly traffic: Traffic;
}

/** A visit with an empty cache. */
export interface Session {
  ask(text: string): Promise<Answer>;
  close(): Promise<void>;
}

export interface Engine {
  readonly name: string;
  openSession(): Promise<Session>;
}

export const NO_TRAFFIC: Traffic = { indexBytes: 0, headBytes: 0, textBytes: 0, requests: 0 };
