import { build } from "tsdown";
import { CLIENT_ENTRIES } from "./manifests.ts";

/** Compiles octavo-client: a module and its types for each entry, readable, in words that all supported browsers know. */
export async function compileClient(root: string, outDir: string): Promise<void> {
  await build({
    config: false,
    cwd: root,
    entry: { ...CLIENT_ENTRIES },
    outDir,
    format: "esm",
    platform: "neutral",
    target: "es2022",
    fixedExtension: false,
    dts: { generator: "tsgo" },
    clean: false,
    logLevel: "error",
    report: false,
    deps: { neverBundle: [] },
  });
}
