/**
 * The Durable Objects that a site has on Cloudflare, with the names that its Worker and the objects
 * use.
 */

/** Names of bindings, in the Worker's configuration and in its programs. */
export const OBJECT_BINDINGS = {
  /** The class of the object that has the database. */
  writes: "OCTAVO_WRITES",
  /** The class of the object that has the list of erasures. */
  erasures: "OCTAVO_ERASURES",
  /** The class of the object that searches. */
  search: "OCTAVO_SEARCH",
} as const;
export type ObjectKind = keyof typeof OBJECT_BINDINGS;

/** A binding to a class of Durable Objects. */
export interface ObjectNamespace {
  idFromName(name: string): unknown;
  get(id: unknown): ObjectStub;
  /** Returns the same class for objects that stay in a jurisdiction. */
  jurisdiction?(name: string): ObjectNamespace;
}

export interface ObjectStub {
  fetch(address: string | Request, init?: RequestInit): Promise<Response>;
}

/** A site's objects, in the `env` of its programs. */
export interface ObjectBindings {
  readonly OCTAVO_WRITES: ObjectNamespace;
  readonly OCTAVO_ERASURES: ObjectNamespace;
  /** Default: the Worker searches. */
  readonly OCTAVO_SEARCH?: ObjectNamespace;
  /** `eu`: objects are created in the EU and stay there. Default: anywhere. */
  readonly OCTAVO_JURISDICTION?: string;
}

/**
 * Finds a site's object. No other function creates ids of objects, so a site can have more objects
 * later. Each jurisdiction has its own object.
 */
export function findObject(env: Pick<ObjectBindings, "OCTAVO_JURISDICTION"> & Partial<ObjectBindings>, kind: ObjectKind): ObjectStub {
  const namespace = env[OBJECT_BINDINGS[kind]];
  if (namespace === undefined) throw new Error(`the Worker has no binding ${OBJECT_BINDINGS[kind]}`);
  const objects = env.OCTAVO_JURISDICTION ? namespace.jurisdiction?.(env.OCTAVO_JURISDICTION) : namespace;
  if (objects === undefined) throw new Error(`this runtime has no jurisdiction ${env.OCTAVO_JURISDICTION}`);
  return objects.get(objects.idFromName(kind));
}
