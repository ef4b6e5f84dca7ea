import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const CLASSES = fileURLToPath(new URL("../../hosts/cloudflare/writes/object-classes.ts", import.meta.url));

it("an object loads the write program again after a failure", async () => {
  const folder = await mkdtemp(join(tmpdir(), "octavo-classes-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await copyFile(CLASSES, join(folder, "classes.mts"));
  const { OctavoErasures }: typeof import("../../hosts/cloudflare/writes/object-classes.ts") = await import(
    pathToFileURL(join(folder, "classes.mts")).href
  );
  const object = new OctavoErasures(null, null);
  const ask = (): Promise<Response> => object.fetch(new Request("https://object.local/"));
  await expect(ask()).rejects.toThrow("write-program.js");
  const program = "export class ErasuresClass { fetch = async () => new Response('erased'); }";
  await writeFile(join(folder, "write-program.js"), program);
  expect(await (await ask()).text()).toBe("erased");
});
