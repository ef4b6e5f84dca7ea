import { defineConfig } from "./contract/config.ts";

/** The sample site needs no setting; docs/content.md and contract/config.ts say which there are. */
export default defineConfig({});
