import type { Counts } from "../../contract/schemas/list.ts";

/** The write server as a host passes requests on to it: in the same process, or somewhere else. */
export interface WriteServer {
  /** Whether a path (without the query) is its to answer. */
  answers(path: string, method: string): boolean;
  /**
   * Its answer; null where it is away, takes too long, or something before it says so.
   * @param peer the client; "" where that is not known
   */
  fetch(request: Request, peer: { readonly address: string }): Promise<Response | null>;
  /** Likes and comments of posts as they are now; null: not known. */
  counts(): Promise<Counts | null>;
}
