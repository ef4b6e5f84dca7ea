import type { CollectionSchemas } from "../content-schema/collections.ts";
import type { readReferring } from "../content-schema/referring.ts";
import type { validate } from "./validate.ts";

/** What reads values that are not plain, and says what is wrong with them. */
export interface Schemas {
  readonly collections: CollectionSchemas;
  readonly referring: typeof readReferring;
  readonly validate: typeof validate;
}

/** Loaded when the first file asks for them: a build of a few plain posts takes no zod. @param timeZone the site's */
export function lazySchemas(timeZone: string): () => Promise<Schemas> {
  let loaded: Promise<Schemas> | null = null;
  return () => {
    loaded ??= load(timeZone);
    return loaded;
  };
}

async function load(timeZone: string): Promise<Schemas> {
  const { createCollectionSchemas } = await import("../content-schema/collections.ts");
  const { readReferring } = await import("../content-schema/referring.ts");
  const { validate } = await import("./validate.ts");
  return { collections: createCollectionSchemas(timeZone), referring: readReferring, validate };
}
