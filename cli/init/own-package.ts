import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isMapping } from "../../build/sources/data-values.ts";
import { PACKAGE_NAME } from "./package-source.ts";

/** A package.json that was there before the site. */
export interface OwnPackage {
  readonly hasOctavo: boolean;
  /** Whether its `.ts` files are modules of ECMAScript: a configuration in one that are not is `.mts`. */
  readonly isModule: boolean;
  /** Name → command. */
  readonly scripts: Readonly<Record<string, unknown>>;
}

/** null: there is none. One that cannot be read says nothing. */
export async function readOwnPackage(folder: string): Promise<OwnPackage | null> {
  const text = await readFile(join(folder, "package.json"), "utf8").catch(() => null);
  if (text === null) return null;
  const { type, scripts, dependencies, devDependencies } = readObject(text);
  return {
    hasOctavo: PACKAGE_NAME in { ...readObject(dependencies), ...readObject(devDependencies) },
    isModule: type === "module",
    scripts: readObject(scripts),
  };
}

/** An object, or the text of one; {} for anything else. */
function readObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "string") return isMapping(value) ? value : {};
  try {
    return readObject(JSON.parse(value));
  } catch {
    return {};
  }
}
