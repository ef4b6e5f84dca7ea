/** The header with the client's version in requests, and with the server's in answers. */
export const VERSION_HEADER = "Octavo-Version";
/** The header with the SHA-256 of a file that is sent whole (RFC 9530). */
export const DIGEST_HEADER = "Repr-Digest";

/** Maximum number of characters in a version. */
const VERSION_MAX = 64;
const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}(?:[-+][\w.-]{1,40})?$/;

/** The version of a request's client; null if it sends none. */
export function readClientVersion(request: Request): string | null {
  const text = request.headers.get(VERSION_HEADER);
  return text === null || text.length > VERSION_MAX ? null : text;
}

/** Explains which side to update if a client and a server are incompatible. */
export function describeVersions(client: string | null, server: string): string {
  if (client === null || !VERSION.test(client) || !VERSION.test(server)) return `The server is octavo ${server}.`;
  const order = compareVersions(client, server);
  if (order === 0) return `Both are octavo ${server}.`;
  return order > 0
    ? `Update the server: it is octavo ${server}, the command is ${client}.`
    : `Update the command: it is octavo ${client}, the server is ${server}.`;
}

/** @returns a positive number if `one` is newer */
function compareVersions(one: string, other: string): number {
  const [a, b] = [toParts(one), toParts(other)];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function toParts(version: string): number[] {
  return version.split(/[-+]/, 1)[0]?.split(".").map(Number) ?? [];
}
