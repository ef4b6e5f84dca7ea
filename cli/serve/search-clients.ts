import { createClientAddresses } from "../../server/http/address/client-address.ts";
import { toClientKeys } from "../../server/http/address/ip.ts";
import type { Io } from "../io.ts";
import { type ServerSettings, toServerConfig } from "./server-settings.ts";

/**
 * Identifies the client of a search: an IPv4 address, or an IPv6 /48, because one customer may have
 * a whole /48.
 * @throws CliError with exit code 2 for invalid settings
 */
export function createSearchClients(settings: ServerSettings, io: Pick<Io, "env">): (request: Request, socketAddress: string) => string {
  const { trustProxy } = toServerConfig(settings, io, { trustNobody: true });
  const addresses = createClientAddresses({ trust: trustProxy });
  return (request, socketAddress) => {
    const { narrow, wide } = toClientKeys(addresses.of(request, { address: socketAddress }));
    return wide ?? narrow;
  };
}
