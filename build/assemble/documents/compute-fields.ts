import type { ComputeSite } from "../../../contract/config/define-kind.ts";
import type { DocumentKind } from "../../../kinds/document-kind.ts";
import type { FieldData } from "../../../kinds/members/field-data.ts";
import type { DocumentEntry } from "../../kinds/document/document-entry.ts";
import { fitValue } from "../../kinds/fields/fit-value.ts";
import type { FieldPath, Finding } from "../../shared/diagnostics.ts";
import type { OwnKind } from "../../shared/resolved-config.ts";
import { didYouMean } from "../../shared/suggest.ts";
import { isMapping } from "../../sources/data-values.ts";
import { describe, reasonOf } from "../../sources/wording.ts";
import type { DocumentItem } from "./assembled-document.ts";

/** Called for each mistake in a document. */
export type ReportEntry = (entry: DocumentEntry, finding: Finding) => void;

/** The site in the form that `compute` functions receive. Each part is created when it is read. */
export interface ComputeInput {
  readonly settings: object;
  /** List items of a kind, built-in or the site's own. */
  itemsOf(kind: string): readonly object[];
  readonly report: ReportEntry;
}

interface Computable<D> {
  readonly entry: DocumentEntry;
  readonly item: DocumentItem;
  readonly further: object;
  withItem(item: DocumentItem): D;
}

/** Adds computed fields to a kind's documents. Functions receive frozen copies. */
export function computeFields<D extends Computable<D>>(
  kind: DocumentKind & Partial<Pick<OwnKind, "code">>,
  documents: readonly D[],
  input: ComputeInput,
): readonly D[] {
  const { compute = null, reads = [] } = kind.code ?? {};
  if (compute === null) return documents;
  // Only the site's own kinds have computed fields.
  const computed = Object.entries(kind.members as OwnKind["fields"]).filter(([, { isComputed }]) => isComputed === true);
  const items = Object.fromEntries(
    reads.map((name) => [name, name === kind.name ? documents.map(({ item }) => item) : input.itemsOf(name)]),
  );
  const site = freezeCopy({ settings: input.settings, items }) as ComputeSite;
  return documents.map((document) => {
    const { entry, item, further } = document;
    const report = (message: string, field: FieldPath, hint = `${place(kind)} in octavo.config.ts computes it`): void =>
      input.report(entry, { code: "compute", message, hint, field });
    const made = call(
      () => compute(freezeCopy({ ...item, ...further }) as Parameters<typeof compute>[0], site),
      (given) => readComputed(given, computed, report),
      { name: kind.name, report },
    );
    return made === null ? document : document.withItem({ ...item, ...made });
  });
}

type ReportComputed = (message: string, field: FieldPath, hint?: string) => void;

type Given = Readonly<Record<string, unknown>>;

/**
 * Calls the function. Returns null if its result cannot be read (reported). Reading the result may
 * also run the author's code, in a getter or Proxy.
 */
function call(
  compute: () => unknown,
  read: (given: Given) => Given,
  { name, report }: { readonly name: string; readonly report: ReportComputed },
): Given | null {
  const kind = { name };
  try {
    const given = compute();
    if (isMapping(given) && !(given instanceof Promise) && typeof given.then !== "function") return read(given);
    // Nothing awaits the promise, so its rejection must be handled here.
    if (given instanceof Promise) given.catch(() => undefined);
    const found = isMapping(given) ? "a promise, but must return synchronously" : describe(given);
    report(`${place(kind)} returns ${found}`, [], "want an object with the computed fields: { minutes: 5 }");
  } catch (error) {
    report(`${place(kind)} throws: ${reasonOf(error)}`, [], "correct the function in octavo.config.ts, which is called with each document");
  }
  return null;
}

function readComputed(given: Given, fields: readonly (readonly [string, FieldData])[], report: ReportComputed): Given {
  const names = fields.map(([name]) => name);
  for (const name of Object.keys(given).filter((one) => !names.includes(one)))
    report(`compute returns ${name}, which is not in computed`, [name], didYouMean(name, names) ?? `want ${names.join(", ")}`);
  return Object.fromEntries(
    fields.map(([name, data]) => [name, fitValue(data, given[name], (path, message) => report(message, path), [name])]),
  );
}

function place({ name }: Pick<OwnKind, "name">): string {
  return `kinds.${name}.compute`;
}

/**
 * Makes a frozen JSON copy. If a function could change the value, other functions would see the
 * change.
 */
function freezeCopy(value: object): unknown {
  return JSON.parse(JSON.stringify(value), (_, member: unknown) => Object.freeze(member));
}
