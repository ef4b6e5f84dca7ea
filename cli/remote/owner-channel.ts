import { z } from "zod";
import { isLoopback } from "../../server/http/address/ip.ts";
import { OWNER_PREFIX } from "../../server/owner/http/owner-prefix.ts";
import { describeVersions, VERSION_HEADER } from "../../server/owner/http/versions.ts";
import { CliError, usageError } from "../io.ts";

/** How long a server may take to begin its answer, in ms. Erasures rewrite the whole database. */
const ANSWER_MAX_MS = 120_000;
/** The same limit for a copy of the whole database, which the server checks first. */
export const FILE_MAX_MS = 30 * 60_000;
/** Pause before another attempt if a server was not reached, in ms. */
const UNREACHED_MS = 500;
/** Number of bytes to show of an answer from something else. */
const SHOWN_MAX = 200;

/** The server will be available, or will accept the request, later. */
export class TryAgainError extends CliError {
  readonly retryAfterMs: number;

  constructor(message: string, { retryAfterMs = UNREACHED_MS, ...options }: { retryAfterMs?: number; hint: string; cause?: unknown }) {
    super(message, options);
    this.retryAfterMs = retryAfterMs;
  }
}

export interface OwnerChannelOptions {
  /** Address of the site: `https://ines.example/blog`. */
  readonly site: string;
  readonly key: string;
  /** The version of this program. */
  readonly version: string;
  readonly signal: AbortSignal;
  readonly fetch?: typeof fetch;
}

export interface OwnerChannel {
  /** @throws CliError for anything but success */
  post(operation: string, input: unknown, answerMaxMs?: number): Promise<Response>;
  /** Explains errors while an answer is read. */
  read<T>(work: Promise<T>): Promise<T>;
  /** The version of the server that answered. */
  serverOf(response: Response): string;
}

const Problem = z.object({ code: z.string(), detail: z.string(), errors: z.array(z.object({ detail: z.string() })).default([]) });

/** @throws CliError if the site is neither reached by https nor on this machine */
export function createOwnerChannel(options: OwnerChannelOptions): OwnerChannel {
  const { site, key, version, signal } = options;
  const { protocol, hostname } = new URL(site);
  if (protocol !== "https:" && !isLoopback(hostname.replace(/^\[|\]$/g, "")))
    throw usageError(`--site is ${site}: anybody in between could read the key`, "want https://…; http is only for this machine");
  const read = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (signal.aborted) throw new CliError("stopped", { hint: "changes that the server has already made stay" });
      throw unreachable(site, error);
    }
  };
  return {
    read,
    serverOf: (response) => response.headers.get(VERSION_HEADER) ?? "unknown",
    post: async (operation, input, answerMaxMs = ANSWER_MAX_MS) => {
      const timeout = new AbortController();
      const timer = setTimeout(() => timeout.abort(new Error(`no answer within ${answerMaxMs / 60_000} minutes`)), answerMaxMs);
      try {
        const response = await read(
          (options.fetch ?? fetch)(`${site}${OWNER_PREFIX}${operation}`, {
            method: "POST",
            headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", [VERSION_HEADER]: version },
            body: JSON.stringify(input),
            // Nobody else may get the key.
            redirect: "manual",
            signal: AbortSignal.any([signal, timeout.signal]),
          }),
        );
        if (!response.ok) throw await explain(response, site, operation, version);
        return response;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Converts an error response to an error for people. */
async function explain(response: Response, site: string, operation: string, version: string): Promise<CliError> {
  const text = await response.text().catch(() => "");
  const problem = readProblem(text);
  if (response.status >= 300 && response.status < 400) {
    const location = response.headers.get("Location");
    return new CliError(`${site} redirects${location === null ? "" : `: ${location.slice(0, SHOWN_MAX)}`}`, {
      hint: "give the site's current address with --site; the key was sent nowhere else",
    });
  }
  if (problem === null)
    return new CliError(`${site} answered ${response.status}, but not the way octavo's server does`, {
      hint: "check that --site names the site, and that its host passes /owner/v1/ to the server; see docs/commands.md",
    });
  const [message = "", hint] = problem.detail.split("\n");
  switch (problem.code) {
    case "not-possible":
      return new CliError(message, { ...(hint === undefined ? {} : { hint }) });
    case "operation-unknown":
      return new CliError(`the server does not support ${operation}`, { hint: message });
    case "key-invalid":
      return new CliError("the server does not accept this key", {
        hint: "it may be revoked, expired or for another site: octavo keys list",
      });
    case "not-found":
      return new CliError(`${site} does not accept the owner's commands`, {
        hint: `the server accepts them while it has a valid key: run octavo keys add where the database is. Older servers never do. This is octavo ${version}`,
      });
    case "validation-error":
      return new CliError(`the server expects ${operation} in another form: ${problem.errors.map(({ detail }) => detail).join("; ")}`, {
        hint: describeVersions(version, response.headers.get(VERSION_HEADER) ?? "unknown"),
      });
    default: {
      const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
      return Number.isNaN(seconds)
        ? new CliError(`${site}: ${message}`, { hint: hint ?? "check the server's log" })
        : new TryAgainError(`${site}: ${message}`, { retryAfterMs: seconds * 1_000, hint: hint ?? "try again in a moment" });
    }
  }
}

function readProblem(text: string): z.infer<typeof Problem> | null {
  try {
    return Problem.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

function unreachable(site: string, error: unknown): CliError {
  const reason = error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : String(error);
  return new TryAgainError(`${site} did not answer, or stopped in the middle of its answer: ${reason}`, {
    hint: "check the address and the server, then try again",
    cause: error,
  });
}
