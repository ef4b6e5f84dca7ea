import { Agent, request } from "node:http";
import { pathOfAddress } from "../../contract/text/base-path.ts";

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case; several values of a name are joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RawRequest {
  readonly method: string;
  /** The target exactly as sent: nothing is normalized. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The client's address: each address in 127.0.0.0/8 is another client. */
  readonly from?: string;
}

const ANSWER_MAX_MS = 20_000;
const LARGE_BODY = 10_000;
/** Connections to one server. */
export const CONNECTIONS_MAX = 4;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX });

/**
 * Sends a request unchanged. @param site base of the targets: `http://127.0.0.1:3000`, or
 * `http://127.0.0.1:3000/blog`
 */
export function sendRaw(site: string, { method, target, headers = {}, body, from }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(site);
  // A server may close a connection after refusing a body, so no other request should use it.
  const alone = from !== undefined || (body?.length ?? 0) > LARGE_BODY;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        hostname,
        port,
        method,
        path: pathOfAddress(site) + target,
        headers,
        agent: alone ? false : agent,
        ...(from === undefined ? {} : { localAddress: from }),
      },
      (incoming) => {
        const parts: Buffer[] = [];
        incoming.on("data", (part: Buffer) => parts.push(part));
        incoming.on("error", reject);
        incoming.on("end", () => {
          const received = Object.entries(incoming.headers).map(([name, value]) => [name, [value].flat().join(", ")] as const);
          resolve({
            status: incoming.statusCode ?? 0,
            headers: Object.fromEntries(received),
            body: Buffer.concat(parts).toString("utf8"),
          });
        });
      },
    );
    outgoing.setTimeout(ANSWER_MAX_MS, () => outgoing.destroy(new Error(`${method} ${target}: no answer in ${ANSWER_MAX_MS} ms`)));
    outgoing.on("error", (error) => reject(new Error(`${method} ${target.slice(0, 100)}: ${error.message}`, { cause: error })));
    outgoing.end(body);
  });
}
