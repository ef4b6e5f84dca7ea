import { DEFAULT_LIMITS, type ServerConfig } from "../../server/server-config.ts";

/** As with no setting at all. */
export const DEFAULT_CONFIG: ServerConfig = {
  baseUrl: null,
  likeOrigins: [],
  writeOrigins: null,
  trustProxy: { kind: "none" },
  limits: DEFAULT_LIMITS,
  publicViews: false,
  metrics: "off",
};
