import { DEFAULT_LIMITS, type ServerConfig } from "../../server/server-config.ts";

/** The configuration without any setting. */
export const DEFAULT_CONFIG: ServerConfig = {
  baseUrl: null,
  likeOrigins: [],
  writeOrigins: null,
  trustProxy: { kind: "none" },
  limits: DEFAULT_LIMITS,
  publicViews: false,
  metrics: "off",
};
