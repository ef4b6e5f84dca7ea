import { isMapping } from "../../build/sources/data-values.ts";
import { type ExportFile, readExportText } from "../export-text.ts";
import { ImportError } from "../import-error.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

/** Maximum number of characters of a line, which contains one comment with all its data. */
const LINE_MAX = 16_000_000;

/**
 * The objects of a file that has one per line.
 * @throws ImportError with the line
 */
export async function* readJsonLines(
  { path, shown }: ExportFile,
  again: string,
): AsyncGenerator<{ readonly value: JsonObject; readonly place: string }> {
  let line = 1;
  let rest = "";
  const mistake = (message: string, hint: string, options: ErrorOptions = {}): ImportError =>
    new ImportError(`${shown}:${line}: ${message}`, hint, options);
  const parse = (text: string): { readonly value: JsonObject; readonly place: string } => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (cause) {
      throw mistake("this line is not JSON", again, { cause });
    }
    if (!isMapping(value)) throw mistake("this line is not an object", again);
    return { value, place: `${shown}:${line}` };
  };
  for await (const text of readExportText(path, { mistake })) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > LINE_MAX) throw mistake(`a line of more than ${LINE_MAX / 1_000_000} million characters`, again);
    for (const each of lines) {
      if (each.trim() !== "") yield parse(each);
      line += 1;
    }
  }
  if (rest.trim() !== "") yield parse(rest);
}
