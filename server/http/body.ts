import type { IncomingMessage } from "node:http";
import { BODY_MAX_BYTES } from "../../contract/limits.ts";
import { Failure } from "./http-failure.ts";

/** The maximum length, in characters, of a media type to parse. Every supported one is shorter. */
const MEDIA_TYPE_MAX = 256;
/** The only parameter that we support (RFC 9110, section 8.3.1). JSON is UTF-8 by definition. */
const UTF8_CHARSET = /^charset\s*=\s*(?:"utf-8"|utf-8)$/;

/** Forms on pages for visitors have a few short fields. A multipart body adds some lines. */
const FORM_MAX_BYTES = 4_096;

/** Throws on invalid UTF-8. */
const UTF8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Refuses a body of an unsupported type or with a content encoding.
 * @throws Failure 415
 */
export function assertMediaType(request: Request, types: readonly string[]): void {
  const given = request.headers.get("Content-Type");
  const encoding = request.headers.get("Content-Encoding")?.trim().toLowerCase() ?? "identity";
  if (given !== null && isOneOf(given, types) && encoding === "identity") return;
  const want = types.join(" or ");
  const found = given === null ? "no content type" : "another one";
  const detail =
    encoding === "identity"
      ? `Send the body in UTF-8 with \`Content-Type: ${want}\`; the request has ${found}.`
      : "Send the body as it is, without `Content-Encoding`.";
  throw new Failure("unsupported-media-type", { detail, headers: { Accept: types.join(", ") } });
}

function isOneOf(given: string, types: readonly string[]): boolean {
  if (given.length > MEDIA_TYPE_MAX) return false;
  const [type = "", ...parameters] = given
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  return types.includes(type) && parameters.every((parameter) => parameter === "" || UTF8_CHARSET.test(parameter));
}

/**
 * Reads the JSON object in a request's body. Bytes are counted while reading, whatever
 * Content-Length says, and reading stops at the limit.
 * @throws Failure 413, 400 malformed-json
 */
export async function readJsonObject(request: Request, maxBytes = BODY_MAX_BYTES): Promise<object> {
  return parseObject(await readBytes(request, maxBytes));
}

/**
 * Reads one of the server's own forms.
 * @throws Failure 415, 413, 400
 */
export async function readForm(
  request: Request,
  { maxBytes = FORM_MAX_BYTES, multipart = false }: { readonly maxBytes?: number; readonly multipart?: boolean } = {},
): Promise<URLSearchParams> {
  const type = request.headers.get("Content-Type") ?? "";
  if (multipart && /^multipart\/form-data *;/i.test(type)) return readMultipart(await readBytes(request, maxBytes), type);
  assertMediaType(request, ["application/x-www-form-urlencoded"]);
  return new URLSearchParams(Buffer.from(await readBytes(request, maxBytes)).toString());
}

/**
 * Reads the text fields of a multipart form; the server's forms have no files.
 * @throws Failure 400
 */
async function readMultipart(bytes: Uint8Array, type: string): Promise<URLSearchParams> {
  try {
    const form = await new Response(Buffer.from(bytes), { headers: { "Content-Type": type } }).formData();
    return new URLSearchParams([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
  } catch {
    throw new Failure("malformed-json", { detail: "The body does not match its Content-Type, multipart/form-data." });
  }
}

function parseObject(bytes: Uint8Array): object {
  let value: unknown;
  try {
    value = JSON.parse(UTF8.decode(bytes));
  } catch (error) {
    const detail =
      error instanceof SyntaxError
        ? bytes.byteLength === 0
          ? "The body is empty; send a JSON object."
          : "The body is not JSON; send an object encoded with JSON.stringify, for example."
        : "The body is not UTF-8.";
    throw new Failure("malformed-json", { detail });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  const found = Array.isArray(value) ? "an array" : value === null ? "null" : `a ${typeof value}`;
  throw new Failure("malformed-json", { detail: `The body is ${found}; send a JSON object.` });
}

/** srvx adds this to a request from a socket. */
interface NodeBacked {
  readonly runtime?: { readonly node?: { readonly req?: IncomingMessage } };
}

/**
 * Reads from the Node request, because the web stream costs several times as much. The unread
 * remainder is not destroyed, because the answer uses the same socket.
 */
async function readBytes(request: Request & NodeBacked, maxBytes: number): Promise<Uint8Array> {
  const source: AsyncIterable<Uint8Array> | null = request.runtime?.node?.req?.iterator({ destroyOnReturn: false }) ?? request.body;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of source ?? []) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof Failure ? error : endedEarly();
  }
  return join(chunks);
}

function join(chunks: readonly Uint8Array[]): Uint8Array {
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

/**
 * The connection closes after this answer. To keep it open, the server would have to read the rest
 * of the body.
 */
function tooLarge(maxBytes: number): Failure {
  return new Failure("content-too-large", {
    // A proxy may refuse a body at the default limit first. Its problem document has no detail, so
    // ours has none either.
    ...(maxBytes === BODY_MAX_BYTES ? {} : { detail: `The body has more than ${maxBytes} bytes.` }),
    headers: { Connection: "close" },
  });
}

function endedEarly(): Failure {
  return new Failure("malformed-json", { detail: "The body is incomplete." });
}
