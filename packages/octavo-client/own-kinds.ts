import type { Kind, OwnDocument, OwnItem, Pagination } from "./generated/api-types.ts";
import type { RequestOptions } from "./request-options.ts";

declare global {
  /** The site's own kinds, by name. `octavo types` writes a file that declares them. */
  interface OctavoKinds {}
}

/** A kind without declarations. */
export interface UntypedKind {
  readonly item: OwnItem;
  readonly document: OwnDocument;
  readonly query: OwnKindQuery;
}

/**
 * List parameters: page, pageSize, language, and the kind's own from `GET /kinds`. Null and
 * undefined are not sent.
 */
export interface OwnKindQuery {
  readonly [parameter: string]: string | number | boolean | Date | readonly string[] | null | undefined;
}

/**
 * The names for `kind`: any name until a site's kinds are declared, then the declared ones and any
 * value of type `string`.
 */
export type OwnKindName<Name extends string> = keyof OctavoKinds extends never ? Name : string extends Name ? Name : keyof OctavoKinds;
export type OwnKindTypes<Name extends string> = Name extends keyof OctavoKinds ? OctavoKinds[Name] : UntypedKind;

/**
 * The argument of `tags.list`: a kind with tags, built-in or declared, or any `string` if there are
 * no declarations.
 */
export type TagResource<Name extends string, BuiltIn> = Name & (string extends Name ? string : BuiltIn | keyof OctavoKinds);

/** The read methods of a kind. */
export interface KindMethods<Types extends { readonly item: object; readonly document: object; readonly query: object }> {
  /** A page of its documents, in the kind's order. */
  list(query?: Types["query"], options?: RequestOptions): Promise<{ items: Types["item"][]; pagination: Pagination }>;
  /**
   * The items of all pages, starting with the requested one. Each page is read when its first item
   * is requested.
   */
  all(query?: Types["query"], options?: RequestOptions): AsyncGenerator<Types["item"], void, undefined>;
  /** One document, with its body. */
  get(slug: string, options?: RequestOptions): Promise<Types["document"]>;
}

export interface OwnKindMethods {
  /**
   * The read methods of one of the site's own kinds: `client.kind("talks").list({ level: "deep"
   * })`.
   */
  kind<const Name extends string>(name: OwnKindName<Name>): KindMethods<OwnKindTypes<Name>>;
}

/**
 * Parameters that are the same for all kinds. The API itself rejects them for lists that do not
 * have them.
 */
const COMMON_PARAMETERS = ["page", "pageSize", "tag", "language", "sort", "period"];

/**
 * Explains why a list does not exist, with the names of the site's kinds; null if the site has the
 * kind.
 */
export function describeUnknownKind(name: string, kinds: readonly Kind[]): string | null {
  const names = kinds.map((kind) => kind.name);
  return names.includes(name) ? null : `no kind is named ${name}; this site has ${names.join(", ")}`;
}

/**
 * Returns a function that throws a TypeError for a parameter that a kind does not have, because the
 * API may ignore it and answer a different query than intended. The site's kinds are loaded once,
 * and again before a parameter is rejected.
 */
export function createQueryCheck(readKinds: () => Promise<readonly Kind[]>): (name: string, query: object) => Promise<void> {
  let kinds: readonly Kind[] | null = null;
  return async (name, query) => {
    const given = Object.keys(query).filter((parameter) => !COMMON_PARAMETERS.includes(parameter));
    const findWrong = (all: readonly Kind[]): string | null => {
      const kind = all.find((one) => one.name === name);
      const names = [...(kind?.filters ?? []).map((filter) => filter.name), "sort", "page", "pageSize"];
      const unknown = given.find((parameter) => !names.includes(parameter));
      // The API reports a missing kind.
      return kind === undefined || unknown === undefined ? null : `${name}.list has no parameter ${unknown}; it has ${names.join(", ")}`;
    };
    if (given.length === 0 || (kinds !== null && findWrong(kinds) === null)) return;
    kinds = await readKinds();
    const wrong = findWrong(kinds);
    if (wrong !== null) throw new TypeError(wrong);
  };
}
