import type { TrustProxy } from "./http/address/client-address.ts";
import { isListed, isLoopback, toBlockList } from "./http/address/ip.ts";
import type { Rate } from "./http/rates/gcra.ts";
import { type KindLimits, RATE_KINDS, type RateKind, type RateLimits } from "./http/rates/rate-limit.ts";
import { HintedError } from "./text/hinted-error.ts";

/** The write server's settings, from the environment and the command line, which takes precedence. */
export interface ServerConfig {
  /** Public base of the API; null to use the published index's. */
  readonly baseUrl: string | null;
  /** Origins other than the site's own whose pages may like posts. */
  readonly likeOrigins: readonly string[];
  /** Origins other than the site's own that may make other writes; null means any. */
  readonly writeOrigins: readonly string[] | null;
  readonly trustProxy: TrustProxy;
  /** null disables all limits (`OCTAVO_RATE_LIMITS=off`). */
  readonly limits: Limits | null;
  /** Whether `/counts` includes how often posts were viewed. */
  readonly publicViews: boolean;
  readonly metrics: MetricsAccess;
}

/**
 * `on`: owner's keys can read `/metrics`, and so can programs on this machine while the site has no
 * public address and no proxy. `local`: programs on this machine can always read it.
 */
export type MetricsAccess = "off" | "on" | "local";

export interface Limits {
  readonly rates: RateLimits;
  readonly daily: DailyLimits;
  readonly dailyAll: DailyTotals;
}

/** Limits per client. An IPv6 /48 gets five times as much. */
export interface DailyLimits {
  readonly comments: number;
  readonly inquiries: number;
  /** Likes of the same post, including those after a withdrawal. */
  readonly likes: number;
}

/** Rows per day over all clients. They limit disk use, however many addresses a sender has. */
export interface DailyTotals extends DailyLimits {
  readonly "comment-edits": number;
  /** Records that are stored. */
  readonly engagement: number;
}

const [MINUTE_MS, TEN_MINUTES_MS, HOUR_MS] = [60_000, 600_000, 3_600_000];

export const DEFAULT_LIMITS: Limits = {
  // Limits over all clients protect the processor; the daily totals below protect the disk.
  rates: {
    comments: toRates(TEN_MINUTES_MS, 5, 600),
    "comment-edits": toRates(TEN_MINUTES_MS, 20, 1_200),
    inquiries: toRates(HOUR_MS, 3, 200),
    likes: toRates(MINUTE_MS, 30, 6_000),
    engagement: toRates(MINUTE_MS, 60, 60_000),
    repeats: toRates(TEN_MINUTES_MS, 60, 6_000),
  },
  daily: { comments: 20, inquiries: 10, likes: 200 },
  // In the worst case, a day adds about 100 MB each for comments (with HTML up to 50 KB) and
  // engagement (50 bytes, half of it kept 90 days), 16 MB for inquiries and 10 MB for likes.
  dailyAll: { comments: 2_000, "comment-edits": 20_000, inquiries: 1_000, likes: 100_000, engagement: 2_000_000 },
};

/** Allowed requests in a window, from one client and from all clients. */
function toRates(windowMs: number, client: number, all: number): KindLimits {
  return { client: { quota: client, windowMs }, all: { quota: all, windowMs } };
}

/** A setting that cannot be used. `hint` says which values are valid. */
export class ConfigError extends HintedError {
  override readonly name = "ConfigError";
}

export interface ConfigInput {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names of the settings that the command line can set, for messages. Default: the variables' names. */
  readonly names?: Readonly<Record<"publicUrl" | "origins" | "writeOrigins", string>>;
  /** `--trust-proxy`; overrides OCTAVO_TRUST_PROXY. */
  readonly trustProxy?: string | null;
  /** Address or name to listen on. */
  readonly host: string;
  /**
   * Daily totals that replace the default ones, unless OCTAVO_RATE_LIMITS names them. Default:
   * none.
   */
  readonly dailyAll?: Partial<DailyTotals>;
}

const VARIABLES = { publicUrl: "OCTAVO_PUBLIC_URL", origins: "OCTAVO_ORIGINS", writeOrigins: "OCTAVO_WRITE_ORIGINS" };

/**
 * Reads OCTAVO_PUBLIC_URL, OCTAVO_PUBLIC_VIEWS, OCTAVO_METRICS, OCTAVO_ORIGINS,
 * OCTAVO_WRITE_ORIGINS, OCTAVO_TRUST_PROXY, OCTAVO_PROXY_SECRET and OCTAVO_RATE_LIMITS.
 * @throws ConfigError for an invalid value, or if the server would not be safe on `host`
 */
export function readServerConfig({ env, names = VARIABLES, trustProxy, host, dailyAll = {} }: ConfigInput): ServerConfig {
  const loopback = isLoopback(host);
  const limits = readLimits(env.OCTAVO_RATE_LIMITS, { ...DEFAULT_LIMITS, dailyAll: { ...DEFAULT_LIMITS.dailyAll, ...dailyAll } });
  if (limits === null && !loopback) {
    throw new ConfigError(
      `OCTAVO_RATE_LIMITS=off removes all limits, and ${host} can be reached from outside`,
      "unset it, or listen on 127.0.0.1 for a load test",
    );
  }
  return {
    baseUrl: readPublicUrl(names.publicUrl, env.OCTAVO_PUBLIC_URL),
    likeOrigins: readOrigins(names.origins, env.OCTAVO_ORIGINS) ?? [],
    writeOrigins: readOrigins(names.writeOrigins, env.OCTAVO_WRITE_ORIGINS),
    trustProxy: readTrustProxy(trustProxy ?? env.OCTAVO_TRUST_PROXY, env.OCTAVO_PROXY_SECRET, loopback, host),
    limits,
    publicViews: readSwitch("OCTAVO_PUBLIC_VIEWS", env.OCTAVO_PUBLIC_VIEWS),
    metrics: readMetricsAccess(env.OCTAVO_METRICS),
  };
}

function readSwitch(name: string, text: string | undefined, want = "want 1 or 0"): boolean {
  if (isBlank(text) || /^(?:0|false|no|off)$/i.test(text.trim())) return false;
  if (/^(?:1|true|yes|on)$/i.test(text.trim())) return true;
  throw new ConfigError(`${name} is ${JSON.stringify(text)}`, want);
}

function readMetricsAccess(text: string | undefined): MetricsAccess {
  if (text?.trim().toLowerCase() === "local") return "local";
  return readSwitch("OCTAVO_METRICS", text, "want 1, local or 0") ? "on" : "off";
}

function readPublicUrl(name: string, text: string | undefined): string | null {
  if (isBlank(text)) return null;
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "" || url.username !== "") {
    throw new ConfigError(`${name} is ${JSON.stringify(text)}`, "want the public base of the API: https://ines.example/api/v1");
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

/** @throws ConfigError, which names the setting, for an invalid origin */
export function readOrigins(name: string, text: string | undefined): readonly string[] | null {
  if (isBlank(text)) return null;
  return splitList(text).map((entry) => {
    const url = URL.parse(entry);
    if (url !== null && /^https?:$/.test(url.protocol) && url.origin === entry.replace(/\/$/, "").toLowerCase()) return url.origin;
    const hint = "want origins separated by spaces or commas: https://ines.example https://blog.ines.example:8443 (no path, no *)";
    throw new ConfigError(`${name} has ${JSON.stringify(entry)}, which is not an origin`, hint);
  });
}

/** Minimum length in characters: a guessable secret would let anybody claim any address. */
const PROXY_SECRET_MIN = 32;

function readTrustProxy(text: string | undefined, secret: string | undefined, loopback: boolean, host: string): TrustProxy {
  if (isBlank(text)) {
    if (loopback) return { kind: "none" };
    throw new ConfigError(
      `on ${host} the server must know which proxies to trust for visitors' addresses`,
      "set --trust-proxy to none (visitors connect directly), the addresses of your proxy (10.0.0.0/8,192.0.2.7), or secret (with OCTAVO_PROXY_SECRET)",
    );
  }
  if (text === "none") return { kind: "none" };
  if (text === "secret") {
    if (secret !== undefined && secret.length >= PROXY_SECRET_MIN) return { kind: "secret", secret };
    throw new ConfigError(
      `--trust-proxy secret needs OCTAVO_PROXY_SECRET with at least ${PROXY_SECRET_MIN} characters`,
      "make one with `openssl rand -hex 32` and set it in your host's adapter too",
    );
  }
  try {
    const addresses = toBlockList(splitList(text));
    if (FAR_APART.some((list) => list.every((address) => isListed(addresses, address)))) throw trustsEverybody(text);
    return { kind: "addresses", addresses };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ConfigError(
      `--trust-proxy: ${error.message}`,
      "want none, secret, or addresses and ranges separated by commas: 10.0.0.0/8,2001:db8::/32",
    );
  }
}

/** No proxy covers all addresses of one of these lists, so a setting that does trusts the whole internet. */
const FAR_APART: readonly (readonly string[])[] = [
  ["1.1.1.1", "63.1.1.1", "99.1.1.1", "150.1.1.1", "203.0.113.1"],
  ["2001:db8:0:0:0:0:0:1", "2400:0:0:0:0:0:0:1", "2600:0:0:0:0:0:0:1", "2a00:0:0:0:0:0:0:1", "2c00:0:0:0:0:0:0:1"],
];

function trustsEverybody(text: string): ConfigError {
  return new ConfigError(
    `--trust-proxy ${text} trusts every address: any visitor could invent one and so evade limits and bans`,
    "name only your proxy's addresses (10.0.0.0/8,192.0.2.7); if it has no fixed ones, use secret",
  );
}

const RATE = /^([1-9]\d{0,6})\/([1-9]\d{0,6})$/;

/**
 * Parses `comments=5/600 engagement-all=60000/60 comments-day=20`: quota / seconds. Anything not
 * named keeps its default. Returns null if limits are off.
 */
function readLimits(text: string | undefined, defaults: Limits): Limits | null {
  if (isBlank(text)) return defaults;
  if (text.trim() === "off") return null;
  const rates: Record<RateKind, { client: Rate; all: Rate }> = structuredClone({ ...defaults.rates });
  const daily: Record<keyof DailyLimits, number> = { ...defaults.daily };
  const dailyAll: Record<keyof DailyTotals, number> = { ...defaults.dailyAll };
  for (const entry of splitList(text)) {
    const [name = "", value = ""] = entry.split("=");
    if (!setRate(rates, name, value) && !setDaily(daily, "-day", name, value) && !setDaily(dailyAll, "-all-day", name, value))
      throw unknownLimit(entry);
  }
  return { rates, daily, dailyAll };
}

function setRate(rates: Record<RateKind, { client: Rate; all: Rate }>, name: string, value: string): boolean {
  const kind = RATE_KINDS.find((candidate) => name === candidate || name === `${candidate}-all`);
  const [, quota, seconds] = RATE.exec(value) ?? [];
  if (kind === undefined || quota === undefined || seconds === undefined) return false;
  rates[kind][name === kind ? "client" : "all"] = { quota: Number(quota), windowMs: Number(seconds) * 1_000 };
  return true;
}

function setDaily<K extends string>(daily: Record<K, number>, suffix: string, name: string, value: string): boolean {
  const kind = (Object.keys(daily) as K[]).find((candidate) => name === `${candidate}${suffix}`);
  if (kind === undefined || !/^[1-9]\d{0,8}$/.test(value)) return false;
  daily[kind] = Number(value);
  return true;
}

function unknownLimit(entry: string): ConfigError {
  const names = [...RATE_KINDS, ...RATE_KINDS.map((kind) => `${kind}-all`)].join(", ");
  return new ConfigError(
    `OCTAVO_RATE_LIMITS has ${JSON.stringify(entry)}`,
    `want off, or entries separated by spaces: comments=5/600 (quota/seconds; ${names}), comments-day=20, inquiries-day=10, likes-day=200, comments-all-day=2000, comment-edits-all-day=20000, inquiries-all-day=1000, likes-all-day=100000, engagement-all-day=2000000`,
  );
}

function splitList(text: string): string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== "");
}

function isBlank(text: string | undefined): text is undefined | "" {
  return text === undefined || text.trim() === "";
}
