/** What came over the network, bytes of bodies as they were sent (compressed). */
export interface Traffic {
  /** All that it takes to know the hits. */
  readonly indexBytes: number;
  /** What to call them: title, address, excerpt. Where that stands with the text, 0. */
  readonly headBytes: number;
  /** What a hit's snippet is taken from. */
  readonly textBytes: number;
  readonly requests: number;
}

export interface Answer {
  /** Hits over all pages. */
  readonly found: number;
  /** Since the question before. */
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
