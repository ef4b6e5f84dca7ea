import { connect, type Socket } from "node:net";

export interface Answer {
  readonly status: number;
  /** Size of head and body in bytes. */
  readonly bytes: number;
}

/** A persistent connection with one request at a time. */
export interface HttpClient {
  /**
   * Sends a whole request, head and body. Rejects if the connection breaks.
   */
  ask(request: Uint8Array): Promise<Answer>;
  close(): void;
}

const LENGTH = /\r\ncontent-length: *(\d+)/i;
const HEAD_END = "\r\n\r\n";
const LAST_CHUNK = "0\r\n\r\n";

/**
 * Opens a plain socket and speaks HTTP/1.1 over it, because a load generator with Node's own client
 * would use more processor time than the measured server. It understands the responses of our
 * servers: a Content-Length, chunks, or no body at all (204, 304).
 */
export async function openHttpClient(port: number): Promise<HttpClient> {
  const socket = await openSocket(port);
  let pending: { resolve(answer: Answer): void; reject(error: unknown): void } | null = null;
  let received: Buffer | null = null;

  const fail = (error: Error): void => {
    pending?.reject(error);
    pending = null;
  };
  socket.on("data", (chunk: Buffer) => {
    received = received === null ? chunk : Buffer.concat([received, chunk]);
    const answer = readAnswer(received);
    if (answer === null) return;
    received = null;
    pending?.resolve(answer);
    pending = null;
  });
  socket.on("error", fail);
  socket.on("close", () => fail(new Error("the server closed the connection")));

  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) return reject(new Error("the connection is closed"));
        pending = { resolve, reject };
        socket.write(request);
      }),
    close: () => void socket.destroy(),
  };
}

function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, noDelay: true });
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.off("error", reject);
      resolve(socket);
    });
  });
}

/** Returns null if the answer is incomplete. */
function readAnswer(bytes: Buffer): Answer | null {
  const headEnd = bytes.indexOf(HEAD_END, 0, "latin1");
  if (headEnd < 0) return null;
  const head = bytes.toString("latin1", 0, headEnd);
  const status = Number(head.slice(9, 12));
  const bodyStart = headEnd + HEAD_END.length;
  const length = LENGTH.exec(head)?.[1];
  const bare = status === 204 || status === 304;
  if (!bare && length === undefined)
    return bytes.subarray(-LAST_CHUNK.length).toString("latin1") === LAST_CHUNK ? { status, bytes: bytes.length } : null;
  const total = bodyStart + (bare ? 0 : Number(length));
  return bytes.length < total ? null : { status, bytes: total };
}
