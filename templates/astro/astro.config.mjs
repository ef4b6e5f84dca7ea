import { defineConfig } from "astro/config";
import { octavo } from "octavo-client/astro";

// octavo() runs `octavo dev` beside `astro dev`, and lays what `octavo build` wrote beside the pages. Drafts too: octavo({ dev: ["--drafts"] }).
export default defineConfig({
  integrations: [octavo()],
  // /posts/hello is posts/hello.html, as hosts of files answer it. If your addresses (urls in octavo.config.ts) end with a slash: "directory".
  build: { format: "file" },
});
