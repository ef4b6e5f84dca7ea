import type { OutputFile } from "../build/emit/emit.ts";
import type { Settings } from "./options.ts";

/** What the hosts of `--host` need, made from the site's own files. */
export async function toHostFiles(
  files: readonly OutputFile[],
  { hosts, server, reader }: Pick<Settings, "hosts" | "server" | "reader">,
): Promise<OutputFile[]> {
  // Loaded when it is needed: it brings a bundler.
  const { generateHostFiles } = await import("../hosts/hosts.ts");
  const texts = files.flatMap(({ path, content }) => ("text" in content ? [{ path, text: content.text }] : []));
  const made = await generateHostFiles(hosts, texts, { server, reader });
  return made.map(({ path, content }) => ({ path, content: typeof content === "string" ? { text: content } : { bytes: content } }));
}
