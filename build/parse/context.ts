import type { CollectionName } from "../../contract/config.ts";
import type { Referring } from "../check-references.ts";
import type { ResolvedConfig } from "../config.ts";
import type { CollectionSchemas } from "../content-schema/collections.ts";
import type { Diagnostics, Location } from "../diagnostics.ts";
import type { Claims } from "./claims.ts";
import type { TagNames } from "./tag-names.ts";
import type { Tally } from "./tally.ts";

/** What parsing one document needs to know. */
export interface ParseContext {
  readonly config: ResolvedConfig;
  readonly diagnostics: Diagnostics;
  /** The site's: dates without an offset are read in it. */
  readonly timeZone: string;
  readonly schemas: CollectionSchemas;
  readonly tagNames: TagNames;
  /** The place of values that come from the configuration. */
  readonly elsewhere: Location;
  readonly claims: Record<CollectionName, Claims>;
  /** What documents say of others, filled as they are parsed. */
  readonly referring: Referring[];
  readonly tally: Tally;
}
