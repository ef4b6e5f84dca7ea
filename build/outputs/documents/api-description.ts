import { idOf } from "../../assemble/documents/identity.ts";
import type { Memos } from "../../cache/memos.ts";
import type { OpenApiOptions } from "../../openapi/openapi-document.ts";
import { findOwnNames, type OwnNames } from "../../openapi/own-names.ts";
import { shortenExample } from "../../openapi/shorten.ts";
import { rememberLast } from "../../sources/remember-last.ts";

const FILE = "api/v1/openapi.json";

/**
 * Returns the OpenAPI document and the problem types, by path. Describing the API takes as long as
 * a small edit, and a new post changes only the examples. So the document is cached with marks in
 * place of the site's own texts. Equal texts share a mark, because equal parts of the document are
 * shared. `shortenExample` runs before marks are inserted and must not cut them, because a cut mark
 * would stay in the document.
 */
export async function describeApi(
  { examples, ...options }: Required<Omit<OpenApiOptions, "names">>,
  memos: Memos,
): Promise<Readonly<Record<string, string>>> {
  const { serviceId, ...slugs } = findOwnNames(examples);
  const names = markTexts({ ...slugs, ...(serviceId === null ? {} : { serviceId }) }, (text) => JSON.stringify(text).slice(1, -1));
  const answers = markTexts(examples, (answer) => JSON.stringify(shortenExample(answer)));
  const facts = JSON.stringify([options, names.marks, answers.marks]);
  const mark = idOf(facts);
  const described = await memos.remember("api", facts, () => describeMarked(facts));
  const text = (described[FILE] ?? "").replaceAll(
    new RegExp(`"${mark}:([^"]+)"|${mark}\\.(\\w+)\\.`, "g"),
    (_, answer?: string, name?: string) => answers.texts.get(answer ?? "") ?? names.texts.get(name ?? "") ?? "",
  );
  return { ...described, [FILE]: text };
}

/**
 * The document with marks, and the problem types. They depend only on the facts. They are kept for
 * the next build in this process, which may use another cache.
 */
const describeMarked = rememberLast(async (facts): Promise<Record<string, string>> => {
  const [{ createOpenApiDocument }, { createProblemDocuments }] = await Promise.all([
    import("../../openapi/openapi-document.ts"),
    import("../../openapi/problem-answers.ts"),
  ]);
  const mark = idOf(facts);
  const [options, names, answers]: readonly [DescribedSite, Marks, Marks] = JSON.parse(facts);
  const document = createOpenApiDocument({
    ...options,
    examples: mapValues(answers, (id) => `${mark}:${id}`),
    // Every slug has a mark.
    names: { serviceId: null, ...mapValues(names, (name) => `${mark}.${name}.`) } as unknown as OwnNames,
  });
  return mapValues({ [FILE]: document, ...createProblemDocuments(options.problemBaseUrl) }, (each) => JSON.stringify(each));
});

type DescribedSite = Required<Omit<OpenApiOptions, "names" | "examples">>;
type Marks = Readonly<Record<string, string>>;

interface MarkedTexts {
  /** For each name, the first name with the same text. */
  readonly marks: Marks;
  readonly texts: ReadonlyMap<string, string>;
}

function markTexts<T>(values: Readonly<Record<string, T>>, toText: (value: T) => string | undefined): MarkedTexts {
  const texts = new Map<string, string>();
  const first = new Map<string, string>();
  for (const [name, value] of Object.entries(values)) {
    const text = value === undefined ? undefined : toText(value);
    if (text === undefined) continue;
    texts.set(name, text);
    if (!first.has(text)) first.set(text, name);
  }
  return { marks: Object.fromEntries([...texts].map(([name, text]) => [name, first.get(text) ?? name])), texts };
}

function mapValues<T, U>(values: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}
