import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { CACHE_CONTROL } from "../../../contract/paths.ts";
import { jsonAnswer, type RouteAnswer } from "../../http/respond.ts";
import type { AnyOperation, OwnerContext, OwnerDownload, OwnerExport } from "../owner-operation.ts";
import { SENT_PREFIX } from "./sent-files.ts";
import { DIGEST_HEADER } from "./versions.ts";

export const NDJSON_TYPE = "application/x-ndjson";
export const BYTES_TYPE = "application/octet-stream";
/** Characters of rows that are sent together. */
const CHUNK = 64 * 1_024;

/**
 * Runs an operation for a request.
 * @param input parsed by the operation's schema
 * @throws OwnerError
 */
export async function answerOperation(operation: AnyOperation, context: OwnerContext, input: unknown): Promise<RouteAnswer> {
  if ("run" in operation) return jsonAnswer(200, await operation.run(context, input));
  if ("rows" in operation) return answerRows(operation, context, input);
  return answerFile(operation, context, input);
}

/** The first rows are read before the answer begins, so a failure there is still a problem. */
async function answerRows(operation: OwnerExport, context: OwnerContext, input: unknown): Promise<RouteAnswer> {
  const chunks = toChunks(operation.rows(context, input));
  const first = await chunks.next();
  const body = Readable.from(
    (async function* () {
      if (first.done !== true) yield first.value;
      yield* chunks;
    })(),
    { objectMode: false },
  );
  return { status: 200, body: toWeb(body), headers: { "Content-Type": NDJSON_TYPE, "Cache-Control": CACHE_CONTROL.none } };
}

async function* toChunks(rows: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  let text = "";
  for await (const row of rows) {
    text += `${JSON.stringify(row)}\n`;
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    text = "";
  }
  if (text !== "") yield Buffer.from(text);
}

/** Written beside the database, whose folder is private and has room for a copy. */
async function answerFile(operation: OwnerDownload, context: OwnerContext, input: unknown): Promise<RouteAnswer> {
  const target = join(dirname(context.file), `${SENT_PREFIX}${randomBytes(8).toString("hex")}`);
  try {
    await operation.write(context, input, target);
    const hash = createHash("sha256");
    for await (const chunk of createReadStream(target)) hash.update(chunk as Buffer);
    const { size } = await stat(target);
    const stream = createReadStream(target);
    void finished(stream)
      .then(() => operation.sent?.(context, target))
      // A client that broke off has no copy.
      .catch(() => undefined)
      .then(() => rm(target, { force: true }));
    return {
      status: 200,
      body: toWeb(stream),
      headers: {
        "Content-Type": BYTES_TYPE,
        "Content-Length": String(size),
        "Cache-Control": CACHE_CONTROL.none,
        [DIGEST_HEADER]: `sha-256=:${hash.digest("base64")}:`,
      },
    };
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}

function toWeb(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>;
}
