import type { Counts } from "../../contract/schemas/list.ts";

/** The write server behind a host: in the same process, or on another machine. */
export interface WriteServer {
  /** Whether the server answers a path (without the query). */
  answers(path: string, method: string): boolean;
  /** Whether a request is for the owner's desk, which has its own host name or path. */
  answersDesk?(request: Pick<Request, "url" | "headers">): boolean;
  /** Whether the owner's desk is under a path of the site. Default: it is not. */
  readonly isDeskOnSite?: boolean;
  /**
   * The server's response; null if the server is unavailable or too slow, or if a proxy reports
   * that.
   * @param peer the client; "" if unknown
   */
  fetch(request: Request, peer: { readonly address: string }): Promise<Response | null>;
  /** Current likes and comments of posts; null if unknown. */
  readonly counts: () => Promise<Counts | null>;
}
