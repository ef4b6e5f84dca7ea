import { CACHE_CONTROL } from "../../contract/paths.ts";

/** Hashed files never change, and what no cache may keep stays so. */
const KEPT: readonly (string | null)[] = [CACHE_CONTROL.immutable, CACHE_CONTROL.none];

/** Has an answer asked for again each time: whoever edits a site reloads a page to see what was saved. */
export function requireRevalidation({ headers }: Response): void {
  if (!KEPT.includes(headers.get("Cache-Control"))) headers.set("Cache-Control", CACHE_CONTROL.manifest);
}
