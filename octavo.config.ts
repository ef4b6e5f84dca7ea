import { defineConfig } from "./contract/config/define-config.ts";

/**
 * The sample site needs no setting; docs/content.md and contract/config/define-config.ts say which
 * there are.
 */
export default defineConfig({});
