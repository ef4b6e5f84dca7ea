import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FIELD_TYPES, type FieldType } from "../../kinds/members/field-data.ts";
import { type Location, startOf } from "../shared/diagnostics.ts";
import { showPath } from "../shared/source-file.ts";
import { isMisspelt, suggest } from "../shared/suggest.ts";

/**
 * Matches the beginning of a SyntaxError's stack if Node gives the place: `file:4`, lines of the
 * file, and a marker below one of them. The marker is missing if the file ends too early.
 */
const MARKED = /^(?!SyntaxError)([^\n]*):(\d+)\n(?:(?:(?!SyntaxError)[^\n]*\n)*?( *)(\^+)\n)?/;
/**
 * Matches the first stack line in one of the author's files. In CommonJS it has a path instead of a
 * URL.
 */
const FRAME = /^ +at (?:async )?(?:[^\n(]*\()?((?:file:|\/|[A-Z]:\\)(?!.*[\\/]node_modules[\\/]).*):(\d+):(\d+)\)?$/m;
const IMPORTER = / imported from (.+)/;

/**
 * Where reading the configuration failed, in the file itself or in an import. {} if the error has
 * no place, as with invalid JavaScript.
 * @param cwd base for the paths in messages
 */
export function placeOfImportError(error: unknown, cwd: string): Partial<Location> {
  if (!(error instanceof Error)) return {};
  const shown = (file: string): string => showFile(cwd, file);
  const [, importer] = IMPORTER.exec(error.message) ?? [];
  if (importer !== undefined) return startOf(shown(importer));
  // The frames below this one belong to Node and Octavo.
  const [own = ""] = (error.stack ?? "").split(/\n +at (?:async )?ModuleJob\.run /);
  if (!(error instanceof SyntaxError)) return placeOfFrame(own, cwd) ?? {};
  const [, file, line, before = "", mark = ""] = MARKED.exec(own) ?? [];
  if (file === undefined) return {};
  const end = mark === "" ? {} : { endColumn: before.length + mark.length + 1 };
  return { file: shown(file), line: Number(line), column: before.length + 1, ...end };
}

/**
 * Where the author's code threw; null if something else threw.
 * @param caller address of the calling module; the stack frames below it belong to Octavo
 */
export function placeOfThrow({ stack = "" }: Error, cwd: string, caller: string): Location | null {
  const end = stack.indexOf(caller);
  return placeOfFrame(end === -1 ? stack : stack.slice(0, stack.lastIndexOf("\n", end)), cwd);
}

function placeOfFrame(stack: string, cwd: string): Location | null {
  const [, file, line, column] = FRAME.exec(stack) ?? [];
  return file === undefined ? null : { file: showFile(cwd, file), line: Number(line), column: Number(column) };
}

/** @param file a path, or an address with its import query */
function showFile(cwd: string, file: string): string {
  const plain = file.replace(/\?changed=.*$/, "");
  return showPath(cwd, plain.startsWith("file:") ? fileURLToPath(plain.replace(/\?.*$/, "")) : plain);
}

/** Names that schema libraries use for types. */
const OTHER_TYPES: Readonly<Record<string, FieldType>> = {
  ...{ int: "number", integer: "number", float: "number", string: "text", bool: "boolean", datetime: "instant" },
  ...{ enum: "oneOf", array: "list", record: "object", image: "picture", images: "pictures", ref: "reference", link: "url" },
};

/**
 * Explains a call of a field type or method that does not exist. Returns null if it is another
 * error.
 */
function explainField(message: string): { readonly message: string; readonly hint: string } | null {
  const [, type] = /^field\.(\w+) is not a function$/.exec(message) ?? [];
  if (type !== undefined) {
    const meant = (Object.hasOwn(OTHER_TYPES, type) ? OTHER_TYPES[type] : null) ?? suggest(type, FIELD_TYPES);
    const hint = meant === null ? `want one of ${FIELD_TYPES.join(", ")}` : `did you mean field.${meant}()?`;
    return { message: `there is no field.${type}()`, hint };
  }
  const [, of, method] = /^field\.(\w+)\(\.\.\.\)[\w().]*\.(\w+) is not a function$/.exec(message) ?? [];
  if (of === undefined) return null;
  const hint = "a field has .optional(), .default(value) and .describe(text); `schema` can check more";
  return { message: `field.${of}() has no .${method}()`, hint };
}

/** The values that the package exports, in an import line. */
const OWN_EXPORTS = ["defineConfig", "defineKind", "field"];
const OWN_IMPORT = `import { ${OWN_EXPORTS.join(", ")} } from "octavo"`;

/** @param cwd folder of a package.json; a misspelt package is compared with its dependencies */
export function explainImportError(error: unknown, cwd: string): { readonly message: string; readonly hint: string } {
  const message = error instanceof Error ? (error.message.split("\n")[0] ?? error.message) : String(error);
  const [, missing] = /^Cannot find package '([^']+)'/.exec(message) ?? [];
  if (missing === "octavo") {
    const hint =
      "run npm install (after octavo init, if there is no package.json); a configuration without kinds can be a plain object, without the import";
    return { message: 'the package "octavo" is not installed here', hint };
  }
  if (missing !== undefined) {
    const meant = ["octavo", ...readDependencies(cwd)].find((name) => isMisspelt(missing, name));
    const hint = meant === undefined ? `npm install ${missing}` : `did you mean "${meant}"?`;
    return { message: `${JSON.stringify(missing)} is not installed`, hint };
  }
  const [, absent = ""] = /^(\w+) is not defined$/.exec(message) ?? [];
  if (OWN_EXPORTS.includes(absent)) return { message: `${absent} is not imported`, hint: `write ${OWN_IMPORT}` };
  const [, module, name] = /^The requested module '([^']+)' does not provide an export named '([^']+)'/.exec(message) ?? [];
  if (module !== undefined) {
    const hint =
      name === "default" ? "write export default there, or import { … } by name here" : "export it there, or import an existing name";
    return { message: `${module} has no export named ${name}`, hint };
  }
  if (/outside a module|^Unexpected token 'export'|require is not defined/.test(message)) {
    const hint = 'write "type": "module" in the package.json next to it, or name the file octavo.config.mts (.mjs)';
    return { message: "is read as CommonJS, which has no import and export", hint };
  }
  if (error instanceof SyntaxError)
    return {
      message: `is not valid code: ${message}`,
      hint: "look for a missing comma or bracket here or just above; the file runs without compilation, so only erasable TypeScript works",
    };
  const wrongField = explainField(message);
  if (wrongField !== null) return wrongField;
  return { message: `threw an error: ${message.replace(IMPORTER, "")}`, hint: "the file runs in Node, without a bundler" };
}

/** The names of the packages in the package.json of a folder. Empty if there is none. */
function readDependencies(folder: string): readonly string[] {
  try {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return [...Object.keys(dependencies), ...Object.keys(devDependencies)];
  } catch {
    return [];
  }
}
