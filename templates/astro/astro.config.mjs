import { defineConfig } from "astro/config";
import { octavo } from "octavo-client/astro";

// octavo() runs `octavo dev` beside `astro dev`, and lays what `octavo build` wrote beside the pages. Drafts too: octavo({ dev: ["--drafts"] }).
export default defineConfig({
  integrations: [octavo()],
  // /posts/hello is posts/hello.html, and /uses/ is uses/index.html: hosts of files answer both.
  build: { format: "preserve" },
});
