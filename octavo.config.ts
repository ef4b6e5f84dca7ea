import { defineConfig } from "./contract/config/define-config.ts";

/**
 * The sample site needs no settings; docs/content.md and contract/config/define-config.ts describe
 * them.
 */
export default defineConfig({});
