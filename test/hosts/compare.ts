import { mapLimit } from "../../build/shared/parallel.ts";
import { HOST_ROUTES } from "../../contract/host-routes.ts";
import { API_PREFIX, INDEX_PREFIX, matchRoute } from "../../contract/paths.ts";
import { QUERY_PARAMETERS } from "../../contract/query/query-parameters.ts";
import { findUnrecognized, PARAMETER_NAMES } from "../../contract/query/unrecognized.ts";
import { staticFileOf } from "../../contract/static-files.ts";
import type { RecordedRequest } from "./extra-requests.ts";
import { CONNECTIONS_MAX, type RawAnswer, type RawRequest, sendRaw } from "./http.ts";
import { isApi } from "./recording.ts";

/** The differences from Node that a host may have; docs/hosts.md describes them. */
export interface Profile {
  /** It refuses requests in its own words before it applies any configuration. */
  readonly refusesByItself: boolean;
  /** Answers 501 if a file is not enough. */
  readonly refusesQueries: boolean;
  /**
   * Outside the API and its files there are only the owner's pages, and the answer for a missing
   * page is not Octavo's.
   */
  readonly ownPages: boolean;
}

const COMPARED = /^(?:content-type|cache-control|link|allow|vary|retry-after|x-content-type-options|access-control-.*)$/;

export interface Pair {
  readonly askNode: (request: RawRequest) => Promise<RawAnswer>;
  /** The other host's origin. */
  readonly host: string;
}

/**
 * Sends each request to both, as many at once as there are connections; returns the differences,
 * one line each.
 */
export async function compareAnswers(pair: Pair, requests: readonly RecordedRequest[], profile: Profile): Promise<string[]> {
  return (await mapLimit(requests, CONNECTIONS_MAX, (request) => compareAnswer(pair, request, profile))).flat();
}

async function compareAnswer(pair: Pair, request: RecordedRequest, profile: Profile): Promise<string[]> {
  const node = await pair.askNode(profile.refusesQueries ? withoutMistyped(request) : request);
  const host = await sendRaw(pair.host, await withEtag(pair, request));
  const expected = profile.refusesQueries && isRefused(request, node) ? "refused" : "same";
  const differences = expected === "refused" ? compareRefusal(host, request) : compareSame(node, host, request, profile);
  if (request.method === "GET" && host.status === 200) differences.push(...(await compareConditional(pair.host, request, host)));
  const short = request.target.length > 120 ? `${request.target.slice(0, 120)}…` : request.target;
  return differences.map((difference) => `${request.method} ${short} ${JSON.stringify(request.headers)}: ${difference}`);
}

function compareSame(node: RawAnswer, host: RawAnswer, { target }: RecordedRequest, profile: Profile): string[] {
  const pathname = new URL(target, "http://x").pathname;
  if (profile.refusesByItself && node.status === 404 && [400, 404].includes(host.status) && isRefusedByItself(target)) return [];
  const foreign = profile.ownPages && !isApi(pathname) && staticFileOf(pathname) === null;
  if (node.status !== host.status) return [`status ${host.status}, Node's is ${node.status}: ${host.body.slice(0, 100)}`];
  if (foreign) return [];
  const names = [...new Set([...Object.keys(node.headers), ...Object.keys(host.headers)])].filter((name) => COMPARED.test(name)).sort();
  const differences = names
    .map((name) => [name, headerOf(node, name, pathname), headerOf(host, name, pathname)] as const)
    .filter(([, ofNode, ofHost]) => ofNode !== ofHost)
    .map(([name, ofNode, ofHost]) => `${name} is ${ofHost}, Node's is ${ofNode}`);
  if (node.body !== host.body) differences.push(`the body is ${host.body.slice(0, 300)}, Node's is ${node.body.slice(0, 300)}`);
  return differences;
}

/**
 * Targets that web servers refuse, in their own words, before they apply any configuration: invalid
 * encoding, NUL, and a path that leaves its root once it is decoded.
 */
function isRefusedByItself(target: string): boolean {
  if (/%(?![0-9A-Fa-f]{2})|%00/.test(target)) return true;
  return /(?:^|\/)\.\.(?:\/|$)/.test(target.replace(/%2e/gi, ".").replace(/%2f/gi, "/"));
}

/**
 * A server that compresses states it in Vary; the plain answer stays the same. JSON is UTF-8
 * without a charset (RFC 8259, 8.1 and 11): Cloudflare states none for files of the index.
 */
function headerOf({ headers }: RawAnswer, name: string, pathname: string): string | null {
  const value = headers[name] ?? null;
  if (name === "content-type" && pathname.startsWith(`${INDEX_PREFIX}/`))
    return value?.replace(/^application\/json;.*/, "application/json") ?? null;
  if (name !== "vary" || value === null) return value;
  const kept = value.split(/\s*,\s*/).filter((member) => !/^accept-encoding$/i.test(member));
  return kept.length === 0 ? null : kept.join(", ");
}

/**
 * The request as a host without a program reads it: such a host knows the API's names, but not
 * their misspellings (docs/api.md, Query parameters).
 */
function withoutMistyped(request: RecordedRequest): RecordedRequest {
  const { pathname, search } = new URL(request.target, "http://x");
  const match = matchRoute(pathname.slice(API_PREFIX.length));
  if (match === null || search === "" || search.includes("%")) return request;
  const own = QUERY_PARAMETERS[match.route.name].map(({ name }) => name);
  const kept = search
    .slice(1)
    .split("&")
    .filter((pair) => {
      const [given = ""] = pair.split("=", 1);
      return PARAMETER_NAMES.includes(given) || findUnrecognized(own, given) === null;
    });
  return { ...request, target: request.target.replace(/\?.*$/, `?${kept.join("&")}`) };
}

/**
 * Whether files cannot answer it: it has a parameter of the API, or a name that may be a
 * misspelt one.
 */
function isRefused({ method, target }: RecordedRequest, node: RawAnswer): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  const { pathname, search, searchParams } = new URL(target, "http://x");
  const match = matchRoute(pathname.slice(API_PREFIX.length));
  if (match === null) return false;
  // A single comment has no file. Node has no snapshot to answer from here.
  if (match.route.name === "comment") return node.status === 503;
  if (![200, 304, 400, 404].includes(node.status)) return false;
  const { name } = match.route;
  if (HOST_ROUTES.some((route) => route.name === name && route.from === "files" && !route.file)) return true;
  if (node.status === 404) return false;
  if (QUERY_PARAMETERS[match.route.name].length === 0) return false;
  return [...searchParams.keys()].some((name) => PARAMETER_NAMES.includes(name)) || /(?:^\?|&)[^=&]*%/.test(search);
}

function compareRefusal(host: RawAnswer, { method }: RecordedRequest): string[] {
  const { status, headers, body } = host;
  const code = method === "HEAD" ? "query-not-supported" : /"code":"([a-z-]+)"/.exec(body)?.[1];
  const found = [status, code, headers["cache-control"], headers["access-control-allow-origin"], headers["content-type"]];
  const wanted = [501, "query-not-supported", "no-store", "*", "application/problem+json"];
  return JSON.stringify(found) === JSON.stringify(wanted) ? [] : [`a query that files cannot answer gives ${JSON.stringify(found)}`];
}

/** The host's own ETag, sent back, is answered 304, with the headers that a cache keeps. */
async function compareConditional(origin: string, { target, headers }: RecordedRequest, answer: RawAnswer): Promise<string[]> {
  const { etag } = answer.headers;
  if (etag === undefined) return ["there is no ETag"];
  const again = await sendRaw(origin, { method: "GET", target, headers: { ...headers, "If-None-Match": etag } });
  if (again.status !== 304 || again.body !== "") return [`its ETag ${etag} gives ${again.status}`];
  return ["cache-control", "link", "access-control-allow-origin"]
    .filter((name) => again.headers[name] !== answer.headers[name])
    .map((name) => `304 has ${name} ${again.headers[name]}, 200 has ${answer.headers[name]}`);
}

const ETAG = /^"([^"]+)"$/;

/** A recorded condition has Node's tag, so this request to the host gets the host's own tag. */
async function withEtag({ askNode, host }: Pair, request: RecordedRequest): Promise<RecordedRequest> {
  const condition = Object.entries(request.headers).find(([name]) => name.toLowerCase() === "if-none-match");
  if (condition === undefined) return request;
  const [name, value] = condition;
  const plain = { method: "GET", target: request.target };
  const [ofNode, ofHost] = [tagOf(await askNode(plain)), tagOf(await sendRaw(host, plain))];
  const forHost = ofNode === "" || ofHost === "" ? value : value.replaceAll(ofNode, ofHost);
  return { ...request, headers: { ...request.headers, [name]: forHost } };
}

const tagOf = ({ headers }: RawAnswer): string => ETAG.exec(headers.etag?.replace(/^W\//, "") ?? "")?.[1] ?? "";
