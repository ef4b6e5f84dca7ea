import { defineConfig } from "astro/config";
import { octavo } from "octavo-client/astro";

// octavo() runs `octavo dev` during `astro dev`, and copies the output of `octavo build` beside the
// pages. With drafts: octavo({ dev: ["--drafts"] }).
export default defineConfig({
  integrations: [octavo()],
  // /posts/hello becomes posts/hello.html, and /uses/ becomes uses/index.html: file hosts serve
  // both.
  build: { format: "preserve" },
});
