import { randomBytes } from "node:crypto";
import { CLIENT_ADDRESS_HEADER } from "../../contract/proxy-headers.ts";
import { createApi } from "../app.ts";
import { createEngagementIntake } from "../engagement/intake.ts";
import { causeFields, createLog, errorFields, type Log } from "../log.ts";
import { openNotifier } from "../notices/open-notifier.ts";
import { createPublished, type PublishedSource } from "../published.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { type ObjectStore, type ObjectStoreOptions, openObjectStore } from "../store/object/object-store.ts";
import type { Store } from "../store/store.ts";
import { StoreFileError, StoreUnavailable, UNAVAILABLE_MESSAGES } from "../store/store-errors.ts";
import { keepDeskPlace, keepSite } from "../stored-site.ts";
import { createApiKeys } from "../tokens.ts";
import { describeUsedUp } from "../used-up.ts";
import { createAlarmWorks } from "./alarm-works.ts";
import { addFirstKey } from "./first-key.ts";
import { createObjectAlarm, type ObjectAlarmOptions } from "./object-alarm.ts";
import type { ObjectEnv, ObjectState } from "./object-env.ts";
import { createObjectHost } from "./object-host.ts";
import { openObjectIncidents } from "./object-incidents.ts";
import { checkSecrets, readSecrets } from "./object-secrets.ts";
import { type ObjectSettings, readObjectSettings } from "./object-settings.ts";
import { openSalts } from "./open-salts.ts";
import { repeatListedErasures } from "./repeat-listed.ts";

/** Assets have no origin, so any origin works. */
const ASSETS_ORIGIN = "https://assets.local/";

/** Constants that the build defines before the bundled program. */
export interface ObjectProgram {
  readonly version: string;
  /** The script of the desk's pages. */
  readonly deskScript: string;
}

export interface WriteObject {
  /**
   * Answers a request that the Worker passes on. Its `X-Forwarded-For` holds one address, which the
   * Worker sets and no client can.
   */
  fetch(request: Request): Promise<Response>;
  alarm(): Promise<void>;
  /** Whether a push has replaced the database, which must then be opened again. */
  isReplaced(): boolean;
  /** Number of rows written since the database was opened. */
  rowsWritten(): number;
  /** Requests that are still running then get a 503. */
  close(): Promise<void>;
}

/**
 * The write server in a Durable Object: the same app, routes and SQL as on Node.
 * @throws ConfigError, StoreFileError and an error about OCTAVO_SECRETS, each with a remedy
 */
export function openWriteObject(state: ObjectState, env: ObjectEnv, program: ObjectProgram): Promise<WriteObject> {
  // Pushes are handled first: a database that cannot be opened must not be served, but must be
  // replaceable.
  const tryOpening: OpenOptions["tryOpening"] = async (countRows) => {
    const trial = await open(state, env, { ...program, opensFilled: true, onFailure: countRows });
    await trial.close();
    countRows(trial.rowsWritten());
  };
  return open(state, env, { ...program, opensFilled: false, tryOpening });
}

interface OpenOptions extends ObjectProgram, Pick<ObjectStoreOptions, "tryOpening"> {
  /** Whether to open a database that is still being filled as if it were complete. */
  readonly opensFilled: boolean;
  /** Receives the number of rows written by an opening that fails. */
  readonly onFailure?: (rows: number) => void;
}

async function open(state: ObjectState, env: ObjectEnv, options: OpenOptions): Promise<WriteObject> {
  const clock = (): number => Date.now();
  const random = (bytes: number): Uint8Array => randomBytes(bytes);
  const log = createLog({ write: (lines) => console.log(lines.trimEnd()), clock, soon: (run) => void setTimeout(run, 0) });
  const secrets = readSecrets(env.OCTAVO_SECRETS);
  const settings = readObjectSettings(env);
  const { rowsADay } = settings;
  const store = openObjectStore({ storage: state.storage, clock, random, rowsADay, ...options, ...toStoreEvents(log) });
  try {
    return await openServer(state, env, { ...options, store, secrets, settings, clock, random, log });
  } catch (error) {
    await store.close();
    options.onFailure?.(store.rowsWritten());
    throw error;
  }
}

interface ServerOptions extends OpenOptions {
  readonly store: ObjectStore;
  readonly secrets: Secrets;
  readonly settings: ObjectSettings;
  readonly clock: () => number;
  readonly random: (bytes: number) => Uint8Array;
  readonly log: Log;
}

/** Brings the database up to date with the settings, and opens the server with it. */
async function openServer(
  state: ObjectState,
  env: ObjectEnv,
  { version, deskScript, store, secrets, settings, clock, random, log, opensFilled }: ServerOptions,
): Promise<WriteObject> {
  const { config, notices, retention, desk: place } = settings;
  const { transfer } = store;
  const host = createObjectHost(env, secrets, transfer);
  await addFirstKey(store, env.OCTAVO_OWNER_KEY, { clock, log });
  const unsafe = transfer.isFilling() ? null : await findUnsafe(store, { host, log, opensFilled });
  const isServed = !transfer.isFilling() && unsafe === null;
  // An incomplete database has no mark yet, and accepts no writes.
  if (isServed) {
    await checkSecrets(store, secrets);
    await store.privacy.keepRetention(retention);
  }
  const published = openAssets(env, { store, clock, log });
  if (isServed) await keepDeskPlace(store, place, await findBaseUrl(settings, published));
  const keys = createApiKeys(secrets, { random });
  const visitorKeys = await openSalts(env, state, { random, clock, log, marks: store.saltMark });
  const parts = { store, published, keys, config, clock, log };
  const engagement = createEngagementIntake({ clock, visitorKeys });
  const halted = (): Error | null => (transfer.isFilling() || transfer.isReplaced() ? transfer.refuseWrite() : unsafe);
  const desk = place === null ? {} : { desk: { place, senders: notices.senders, script: deskScript, warnings: () => [] } };
  const api = createApi({ ...parts, ...desk, engagement, monotonic: clock, random, notices, host, halted, keepsRates: true, version });
  const { find: findIncidents, work: incidentsWork } = await openObjectIncidents({ ...parts, notices });
  const notifier = openNotifier({ ...parts, config: notices, baseUrl: config.baseUrl, desk: place, hasMachine: false, findIncidents });
  const alarm = createObjectAlarm({
    storage: countAlarms(state, store),
    works: [...createAlarmWorks({ store, notifier, retention, clock }), incidentsWork],
    refusedMs: () => transfer.refuseWrite()?.retryAfterMs ?? null,
    clock,
    log,
  });
  if (isServed) await alarm.wake();
  return {
    fetch: async (request) => {
      const response = await api.fetch(withoutAddress(request), { address: request.headers.get(CLIENT_ADDRESS_HEADER) ?? "" });
      if (isWrite(request, response) && halted() === null) await alarm.set();
      return response;
    },
    // After a push the database is opened again, which sets the alarm.
    alarm: async () => (isServed && !transfer.isFilling() ? alarm.ring() : undefined),
    isReplaced: () => transfer.isReplaced(),
    rowsWritten: () => store.rowsWritten(),
    close: () => store.close(),
  };
}

/**
 * Repeats listed erasures. This comes first, because an erasure finds bans by hashes made with the
 * secrets of its time.
 * @returns why only operations on the database and on keys may be answered; null if everything may
 * @throws StoreFileError for a database that came from a push, which is then not served at all
 */
async function findUnsafe(
  { privacy }: Store,
  { host, log, opensFilled }: { readonly host: ReturnType<typeof createObjectHost>; readonly log: Log; readonly opensFilled: boolean },
): Promise<StoreUnavailable | null> {
  try {
    await repeatListedErasures(privacy, host, log);
    return null;
  } catch (error) {
    if (!(error instanceof StoreFileError) || opensFilled) throw error;
    log.error("THE SITE'S DATABASE IS NOT SERVED", { detail: error.message, remedy: error.hint });
    return new StoreUnavailable("erasures-open", UNAVAILABLE_MESSAGES["erasures-open"], { cause: error });
  }
}

/** Counts each alarm as a row, because it is billed as one. */
function countAlarms({ storage }: ObjectState, store: ObjectStore): ObjectAlarmOptions["storage"] {
  return {
    getAlarm: () => storage.getAlarm(),
    setAlarm: (at) => {
      store.addRows(1);
      return storage.setAlarm(at);
    },
  };
}

function toStoreEvents(log: Log): Pick<ObjectStoreOptions, "onUsedUp" | "onRefusal" | "onRecovery" | "onFoldFailure"> {
  return {
    onUsedUp: (total) => log.warn(describeUsedUp(total)),
    onRefusal: (failure) => log.warn("writes are refused with 503", { ...causeFields(failure), reason: failure.reason }),
    onRecovery: (refused) => log.warn("writes are accepted again", { refused }),
    onFoldFailure: (error) => log.warn("waiting engagement cannot be counted; it keeps waiting", errorFields(error)),
  };
}

function withoutAddress(request: Request): Request {
  const bare = new Request(request);
  bare.headers.delete(CLIENT_ADDRESS_HEADER);
  return bare;
}

/** A successful form is answered with a redirect. */
function isWrite({ method }: Request, { status }: Response): boolean {
  return status < 400 && method !== "GET" && method !== "HEAD" && method !== "OPTIONS";
}

/**
 * Only a desk under a path of the site needs the published address, because the owner's first
 * request may be for a link to it.
 */
async function findBaseUrl({ config, desk }: ObjectSettings, published: PublishedSource): Promise<string | null> {
  if (config.baseUrl !== null || desk?.kind !== "path") return config.baseUrl;
  return (await published.current())?.baseUrl ?? null;
}

/** The published content. A deployment restarts the object, so it never changes in the meantime. */
function openAssets(
  { ASSETS }: ObjectEnv,
  { store, clock, log }: { readonly store: Store; readonly clock: () => number; readonly log: Log },
): PublishedSource {
  const published = createPublished({
    read: async (path) => {
      const response = await ASSETS.fetch(ASSETS_ORIGIN + path);
      if (response.status === 200) return new Uint8Array(await response.arrayBuffer());
      await response.body?.cancel();
      if (response.status === 404) return null;
      throw new Error(`the assets answered ${response.status} for ${path}`);
    },
    clock,
    intervalMs: Number.POSITIVE_INFINITY,
    onChange: async ({ findPost }) => {
      await store.posts.followAliases((slug) => findPost(slug)?.slug ?? null);
      await keepSite(published, store);
    },
    onError: (error) => log.warn("the published content cannot be read", causeFields(error)),
  });
  return published;
}
