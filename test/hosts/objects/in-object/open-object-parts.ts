import { createVisitorKeys } from "../../../../server/engagement/visitor-key.ts";
import { createObjectHost } from "../../../../server/object/object-host.ts";
import { createSecrets, toSecrets } from "../../../../server/secrets/secrets.ts";
import { openObjectStore } from "../../../../server/store/object/object-store.ts";
import type { PartsOptions, ServerParts } from "../../../server/store/open-parts.ts";
import { currentObject } from "./current-object.ts";

/** The parts of a server in the object in which the test runs. */
export function openParts(options: PartsOptions): ServerParts {
  const { storage, erasures } = currentObject();
  const store = openObjectStore({ ...options, storage });
  const secrets = toSecrets(createSecrets(options.random), () => {
    throw new Error("secrets of an object are not rotated");
  });
  let salts: string | null = null;
  const write = (text: string): void => {
    salts = text;
  };
  return {
    store,
    secrets,
    visitorKeys: createVisitorKeys({ read: () => salts, write }, options),
    host: createObjectHost({ OCTAVO_ERASURES: erasures }, secrets, store.transfer),
    close: () => store.close(),
  };
}
