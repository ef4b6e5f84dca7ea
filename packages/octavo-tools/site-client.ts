import { usageError } from "../../cli/io.ts";
import { API_PREFIX } from "../../contract/paths.ts";
import { readSiteUrl, toApiBase } from "../../contract/text/base-path.ts";
import { createClient } from "../octavo-client/create-client.ts";
import { OPERATION_TABLE } from "../octavo-client/generated/operation-table.ts";
import type { ClientRuntime } from "../octavo-client/request-options.ts";

export type QueryValues = Readonly<Record<string, string>>;

/** Names of the reads of a site's own kinds. Their paths begin with the kind's name. */
export const KIND_LIST = "kind.list";
export const KIND_GET = "kind.get";

/** Reads the response of an operation by its name (`posts.list`). Rejects with an OctavoError. */
export type ReadOperation = (name: string, path: readonly string[], query: QueryValues) => Promise<unknown>;

/** A site's API for commands: octavo-client, with its methods by name. */
export interface SiteClient {
  readonly read: ReadOperation;
  /** The items of all pages, starting with the requested one. */
  readAll(name: string, path: readonly string[], query: QueryValues): AsyncIterable<unknown>;
}

type Method = (...args: readonly unknown[]) => unknown;

export interface SiteClientOptions {
  readonly signal: AbortSignal;
  /** The client's wait before a retry. Default: real time. */
  readonly sleep?: ClientRuntime["sleep"];
  /** Time limit of a read in milliseconds, with retries. Default: the client's. */
  readonly patience?: number;
}

/**
 * @param baseUrl API_PREFIX may be omitted
 * @throws CliError if it is not an address
 */
export function createSiteClient(baseUrl: string | null, { signal, sleep, patience }: SiteClientOptions): SiteClient {
  const client = createClient({
    baseUrl: toBaseUrl(baseUrl),
    ...(sleep && { runtime: { sleep } }),
    ...(patience !== undefined && { timeout: patience, retries: 0 }),
  });
  const find = (group: string, method: string | undefined): Method => {
    const members: unknown = Reflect.get(client, group);
    const found: unknown = method === undefined ? members : Reflect.get(members as object, method);
    if (typeof found !== "function") throw new Error(`the client has no method ${group}.${method}`);
    return found as Method;
  };
  return {
    read: async (name, path, query) => {
      const [kind = "", slug = ""] = path;
      if (name === KIND_LIST) return client.kind(kind).list(query, { signal });
      if (name === KIND_GET) return client.kind(kind).get(slug, { signal });
      const [group = "", method] = name.split(".");
      return find(group, method)(...path, ...(OPERATION_TABLE[name]?.query === undefined ? [] : [query]), { signal });
    },
    readAll: (name, path, query) =>
      name === KIND_LIST
        ? client.kind(path[0] ?? "").all(query, { signal })
        : (find(name.split(".")[0] ?? "", "all")(...path, query, { signal }) as AsyncIterable<unknown>),
  };
}

function toBaseUrl(given: string | null): string {
  if (given === null || given === "")
    throw usageError("no site is given: there is no --base-url", "write --base-url https://ines.example, or set OCTAVO_BASE_URL");
  const url = URL.parse(given);
  // fetch rejects credentials, and errors contain the address.
  if (url !== null && url.username + url.password !== "")
    throw usageError("--base-url: an address must not contain a name or a password", "leave out the part before the @");
  const site = readSiteUrl(given);
  if (site === null)
    throw usageError(`--base-url: "${given}" is not the address of a site`, "want https://ines.example or https://ines.example/api/v1");
  return site.endsWith(API_PREFIX) ? site : toApiBase(site);
}
