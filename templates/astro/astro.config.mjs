import { defineConfig } from "astro/config";
import { octavo } from "octavo-client/astro";

// octavo() runs `octavo dev` during `astro dev`, and copies the output of `octavo build` next to
// the pages. To show drafts as well: octavo({ dev: ["--drafts"] }).
export default defineConfig({
  integrations: [octavo()],
  // /posts/hello becomes posts/hello.html, and /uses/ becomes uses/index.html: file hosts serve
  // both.
  build: { format: "preserve" },
});
