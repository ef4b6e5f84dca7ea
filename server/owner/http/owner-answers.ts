import { CACHE_CONTROL } from "../../../contract/paths.ts";
import { jsonAnswer, type RouteAnswer } from "../../http/respond.ts";
import { type AnyOperation, noFile, type OwnerContext, type OwnerDownload, type OwnerExport } from "../owner-operation.ts";
import { DIGEST_HEADER } from "./versions.ts";

export const NDJSON_TYPE = "application/x-ndjson";
export const BYTES_TYPE = "application/octet-stream";
/** Rows are sent as soon as they have this many characters in total. */
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
  let isFirst = true;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = isFirst ? first : await chunks.next();
      isFirst = false;
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await chunks.return(undefined)),
  });
  return { status: 200, body, headers: { "Content-Type": NDJSON_TYPE, "Cache-Control": CACHE_CONTROL.none } };
}

async function* toChunks(rows: AsyncIterable<unknown>): AsyncGenerator<Uint8Array, undefined> {
  const encoder = new TextEncoder();
  let text = "";
  for await (const row of rows) {
    text += `${JSON.stringify(row)}\n`;
    if (text.length < CHUNK) continue;
    yield encoder.encode(text);
    text = "";
  }
  if (text !== "") yield encoder.encode(text);
  return undefined;
}

async function answerFile(operation: OwnerDownload, context: OwnerContext, input: unknown): Promise<RouteAnswer> {
  const { files } = context.host;
  if (files === null) throw noFile(operation.name);
  const { body, bytes, digest } = await files.send(
    (target) => operation.write(context, input, target),
    (target) => operation.sent?.(context, target),
  );
  return {
    status: 200,
    body,
    headers: {
      "Content-Type": BYTES_TYPE,
      "Content-Length": String(bytes),
      "Cache-Control": CACHE_CONTROL.none,
      [DIGEST_HEADER]: `sha-256=:${digest}:`,
    },
  };
}
