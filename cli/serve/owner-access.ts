import { randomBytes } from "node:crypto";
import { createOwner, type Owner, toOwnerContext } from "../../server/owner/owner-operation.ts";
import { openFileHost } from "../../server/store/file/file-host.ts";
import { type Io, usageError } from "../io.ts";
import type { DataPlace } from "../options/shared-options.ts";
import { findDatabase } from "./server-settings.ts";
import { withStore } from "./store-access.ts";

/**
 * Calls operations on the server's database while it runs, or with `--site` on the server itself.
 * @throws OwnerError, CliError, and the errors of `withStore`
 */
export async function withOwner<T>(settings: DataPlace, io: Io, work: (owner: Owner) => Promise<T>): Promise<T> {
  const { site, db } = settings;
  if (site === null) {
    const file = findDatabase(settings, io);
    const clock = (): number => io.now();
    const host = openFileHost({ file });
    return withStore(settings, io, (store) => work(createOwner(toOwnerContext({ store, host, clock, random: randomBytes }))));
  }
  if (db !== null) throw usageError("--site and --db name two places", "leave one out; OCTAVO_DB counts as --db");
  const { createRemoteOwner } = await import("../remote/remote-owner.ts");
  const { readKey } = await import("../remote/read-key.ts");
  const { readVersion } = await import("../version.ts");
  return work(createRemoteOwner({ site, key: readKey(settings, io), version: readVersion(), signal: io.signal }));
}
