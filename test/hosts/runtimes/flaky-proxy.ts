import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { listenHere } from "./static-origin.ts";

/**
 * busy: 503 instead of the site's answer. lost: the site answers, but the connection breaks before
 * its answer arrives. hang: no answer ever.
 */
type Fault = "busy" | "lost" | "hang";

interface FaultRule {
  readonly method: string;
  /** The end of the path. */
  readonly path: string;
  readonly fault: Fault;
}

/** The fault of the first matching request; `hang` applies to all of them. */
const RULES: readonly FaultRule[] = [
  { method: "GET", path: "/posts", fault: "busy" },
  { method: "POST", path: "/like", fault: "lost" },
  { method: "POST", path: "/comments", fault: "lost" },
  { method: "POST", path: "/inquiries", fault: "lost" },
  { method: "DELETE", path: "/comments/*", fault: "lost" },
  { method: "GET", path: "/posts/never", fault: "hang" },
];

/** A write that was forwarded. */
export interface ForwardedWrite {
  readonly method: string;
  /** The rule that applied to it, or null. */
  readonly fault: Fault | null;
  readonly path: string;
  readonly status: number;
  /** As JSON; null if it is empty. */
  readonly body: { readonly id?: string; readonly likeCount?: number } | null;
}

export interface FlakyProxy {
  readonly url: string;
  /** Comments, likes, inquiries and withdrawals, in order. */
  readonly writes: readonly ForwardedWrite[];
  close(): Promise<void>;
}

/**
 * Forwards requests to a site, except the first of some. Each request has its own connection, so
 * only the client repeats it.
 */
export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  const waiting = new Set(RULES);
  const writes: ForwardedWrite[] = [];
  const server = createServer((request, response) => {
    response.setHeader("Connection", "close");
    const path = new URL(request.url ?? "", target).pathname;
    const rule = [...waiting].find((one) => one.method === request.method && toPattern(one.path).test(path)) ?? null;
    if (rule?.fault === "hang") return;
    if (rule !== null) waiting.delete(rule);
    if (rule?.fault === "busy") return sayBusy(request, response);
    forward(target, request, response, (status, body) => {
      if (request.method !== "GET" && RULES.some((one) => one.method === request.method && toPattern(one.path).test(path)))
        writes.push({
          method: request.method ?? "",
          path,
          fault: rule?.fault ?? null,
          status,
          body: body === "" ? null : JSON.parse(body),
        });
      return rule?.fault !== "lost";
    });
  });
  return { ...(await listenHere(server)), writes };
}

function toPattern(path: string): RegExp {
  return new RegExp(`${path.replace("*", "[^/]+")}$`);
}

function sayBusy(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response.writeHead(503, { "Retry-After": "0", "Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": "Retry-After" });
  response.end("Down for a moment");
}

/** @param onAnswer decides whether the answer is forwarded */
function forward(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
  onAnswer: (status: number, body: string) => boolean,
): void {
  const { method, headers } = request;
  const passed = send(new URL(request.url ?? "", target), { method, headers: { ...headers, connection: "close" } }, (answer) => {
    const parts: Buffer[] = [];
    answer.on("data", (part: Buffer) => parts.push(part));
    answer.on("end", () => {
      const body = Buffer.concat(parts);
      if (!onAnswer(answer.statusCode ?? 0, body.toString("utf8"))) return response.destroy();
      return response.writeHead(answer.statusCode ?? 0, { ...answer.headers, connection: "close" }).end(body);
    });
  });
  passed.on("error", () => response.destroy());
  request.pipe(passed);
}
