import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openVisitorKeys } from "../../../server/engagement/salts-file.ts";
import type { VisitorKeys } from "../../../server/engagement/visitor-key.ts";
import type { Secrets } from "../../../server/secrets/secrets.ts";
import { openSecrets } from "../../../server/secrets/secrets-file.ts";
import type { StoreHost } from "../../../server/store/engine/store-host.ts";
import { openFileHost, SERVER_READERS_WAIT_MS } from "../../../server/store/file/file-host.ts";
import { openStore, type StoreOptions } from "../../../server/store/sqlite/sqlite-store.ts";
import type { Store } from "../../../server/store/store.ts";

/** The parts of a server that depend on where it runs. */
export interface ServerParts {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly visitorKeys: VisitorKeys;
  readonly host: StoreHost;
  close(): Promise<void>;
}

export type PartsOptions = Pick<StoreOptions, "clock" | "random" | "onUsedUp">;

/** Opens the parts in a new folder. test/hosts/ has an equivalent for a Durable Object. */
export function openParts(options: PartsOptions): ServerParts {
  const folder = mkdtempSync(join(tmpdir(), "octavo-api-"));
  const file = join(folder, "octavo.db");
  const store = openStore({ ...options, file });
  return {
    store,
    secrets: openSecrets(folder, options),
    visitorKeys: openVisitorKeys(folder, options),
    host: openFileHost({ file, readersWaitMs: SERVER_READERS_WAIT_MS }),
    close: async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}
