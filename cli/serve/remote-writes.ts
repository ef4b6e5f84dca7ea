import type { ReadFile } from "../../edge/read-file.ts";
import { createRemoteServer } from "../../hosts/writes/remote-server.ts";
import type { WriteServer } from "../../hosts/writes/server-behind.ts";
import { createClientAddresses } from "../../server/http/address/client-address.ts";
import { type Io, usageError } from "../io.ts";
import type { Settings } from "../options/shared-options.ts";
import { exposureNote, type ServerSettings, toServerConfig } from "./server-settings.ts";

/**
 * The write server of `--server`. `octavo start --read-only` forwards requests to it and adds its
 * counts to posts.
 */
export interface RemoteWrites {
  readonly server: WriteServer;
  /** Returns the client's address for the server. */
  readonly addressOf: (request: Request, socketAddress: string) => string;
}

/**
 * @param server its origin
 * @param read reads the site's files
 * @throws CliError with exit code 2 if a database is named as well
 */
export function openRemoteWrites(
  server: string,
  read: ReadFile,
  settings: ServerSettings & Settings<"db" | "quiet">,
  io: Io,
): RemoteWrites {
  if (settings.db !== null)
    throw usageError("--server and --db exclude each other", "visitors' writes go either to octavo api or into a database here");
  const { trustProxy } = toServerConfig(settings, io, { trustNobody: true });
  const note = exposureNote(settings);
  if (note !== null && !settings.quiet) io.stderr.write(`note: ${note}\n`);
  const addresses = createClientAddresses({ trust: trustProxy });
  return {
    server: createRemoteServer({ server, secret: io.env.OCTAVO_PROXY_SECRET ?? null, read }),
    addressOf: (request, socketAddress) => addresses.of(request, { address: socketAddress }),
  };
}
