import type { H3Event } from "h3";
import type { ClientAddresses } from "../http/address/client-address.ts";
import { toClientKeys } from "../http/address/ip.ts";
import { arrivalOf } from "../http/arrival.ts";
import type { Visit } from "../route-context.ts";

/** A request in the form that routes receive. */
export function toVisit(
  event: H3Event,
  { addresses, ...routed }: Pick<Visit, "route" | "baseUrl" | "origin" | "content"> & { readonly addresses: ClientAddresses },
): Visit {
  const { req: request, context } = event;
  const { requestId, headers, query } = arrivalOf(event);
  const address = addresses.of(request, { address: context.clientAddress ?? request.ip ?? "" });
  return { ...routed, request, params: context.params ?? {}, query, requestId, address, client: toClientKeys(address), headers };
}
