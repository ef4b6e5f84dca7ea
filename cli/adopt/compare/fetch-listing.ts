import { CliError } from "../../io.ts";

/** The time limit for a file, in milliseconds. */
const TIMEOUT_MS = 10_000;
/** The size limit of a file after decompression, in bytes. */
const SIZE_MAX = 10_000_000;
const REDIRECTS_MAX = 5;

/**
 * Fetches a file of the old site.
 * @param host the only host to contact
 * @throws CliError if the file is missing, too large or too slow, or if the address has a password
 * or redirects to another host
 */
export async function fetchListing(address: string, host: string, timeoutMs = TIMEOUT_MS): Promise<string> {
  const signal = AbortSignal.timeout(timeoutMs);
  let url = new URL(address);
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    refuseCredentials(url);
    if (url.host !== host) throw onAnotherHost(address, url, host);
    const response = await request(url, signal);
    const location = response.headers.get("location");
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel();
      const next = URL.parse(location, url.href);
      if (next === null || !/^https?:$/.test(next.protocol))
        throw new CliError(`${url.href} redirects to an address that is not http or https`, { hint: "open the address in a browser" });
      url = next;
      continue;
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new CliError(`${url.href} answers ${response.status}`, { hint: "open the address in a browser" });
    }
    return await readText(response, url.href);
  }
  throw new CliError(`${address} redirects more than ${REDIRECTS_MAX} times`, { hint: "open the address in a browser" });
}

/** For an address in a sitemap index, or the target of a redirect. */
function onAnotherHost(address: string, url: URL, host: string): CliError {
  const message =
    url.href === new URL(address).href
      ? `the sitemap index at ${host} names ${address}, on another host: only ${host} is contacted`
      : `${address} redirects to ${url.host}: only ${host} is contacted`;
  return new CliError(message, { hint: `if that host has the old site's pages: --compare ${url.href}` });
}

/**
 * @throws CliError if an address has a user name or password, which must not appear on terminals or
 * in logs
 */
export function refuseCredentials(url: URL): void {
  if (url.username === "" && url.password === "") return;
  throw new CliError(`an address at ${url.host} has a user name or a password, so it is not requested`, {
    hint: "use an address without them, or save the file and give its path",
  });
}

async function request(url: URL, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, {
      redirect: "manual",
      signal,
      headers: { accept: "application/xml, application/json, text/*", "user-agent": "octavo" },
    });
  } catch (error) {
    throw toFailure(error, url.href);
  }
}

async function readText(response: Response, shown: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of response.body ?? []) {
      size += part.byteLength;
      if (size > SIZE_MAX)
        throw new CliError(`${shown} is larger than ${SIZE_MAX / 1_000_000} MB`, {
          hint: "save the part that matters, and give the path of that file",
        });
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof CliError ? error : toFailure(error, shown);
  }
  return new TextDecoder().decode(Buffer.concat(parts));
}

function toFailure(error: unknown, shown: string): CliError {
  if (error instanceof Error && error.name === "TimeoutError")
    return new CliError(`${shown} did not answer in full within ${TIMEOUT_MS / 1000} seconds`, {
      hint: "try again, or save the file and give its path",
    });
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
  return new CliError(`${shown} cannot be read: ${cause}`, { hint: "open the address in a browser", cause: error });
}
