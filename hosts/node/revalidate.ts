import { CACHE_CONTROL } from "../../contract/paths.ts";

/** Values that stay: hashed files never change, and some responses must not be cached at all. */
const KEPT: readonly (string | null)[] = [CACHE_CONTROL.immutable, CACHE_CONTROL.none];

/** Makes clients revalidate a response each time: authors reload a page to see what they saved. */
export function requireRevalidation({ headers }: Response): void {
  if (!KEPT.includes(headers.get("Cache-Control"))) headers.set("Cache-Control", CACHE_CONTROL.manifest);
}
