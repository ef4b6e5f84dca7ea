import { defineConfig } from "astro/config";

export default defineConfig({ outDir: "./out", cacheDir: "./.cache", markdown: { syntaxHighlight: false } });
