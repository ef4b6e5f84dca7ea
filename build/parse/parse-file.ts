import { COLLECTION_NAMES, type CollectionName } from "../../contract/config.ts";
import { createCollectionSchemas } from "../content-schema/collections.ts";
import { EMPTY_MAP } from "../data-node.ts";
import { Diagnostics, type FieldPath, type Location } from "../diagnostics.ts";
import type { SourceFile } from "../entries.ts";
import type { FileContext, ParseContext } from "./context.ts";
import type { RawDocument } from "./document.ts";
import { fieldNames, type NamedDocument, nameDocument } from "./parse-entry.ts";
import { FileFacts, type ParsedFile, type PlainEntry } from "./parsed-file.ts";
import { toBook, toPhoto, toProject, toSeries, toService } from "./to-entries.ts";
import { toPost } from "./to-post.ts";
import { noteReferring } from "./to-referring.ts";
import { validate } from "./validate.ts";

export interface FileParser {
  /** Parses a file for itself alone. */
  file(raw: RawDocument, kind: CollectionName): Promise<FreshFile>;
  /** Only the body of a file that was parsed before. */
  body(file: SourceFile, kind: CollectionName): Promise<string>;
}

export interface FreshFile {
  readonly parsed: ParsedFile;
  readonly body: string;
  /** Knows every field, where `parsed.places` knows some. */
  locate(field: FieldPath): Location;
}

export function createFileParser(context: FileContext): FileParser {
  const { config } = context;
  const otherNames = new Map<CollectionName, string[]>(
    COLLECTION_NAMES.map((kind) => [
      kind,
      Object.values(fieldNames(kind, config).names)
        .flat()
        .filter((name) => !name.includes(".")),
    ]),
  );
  const check = <V>(
    kind: CollectionName,
    schema: Parameters<typeof validate<V>>[1],
    { named, own }: Opened,
    toEntry: (values: V, named: NamedDocument, context: ParseContext) => PlainEntry,
  ): PlainEntry | null => {
    const { diagnostics, facts } = own;
    const { unknownKeys } = config.frontMatter;
    const options = { diagnostics, unknownKeys, tally: facts, otherNames: otherNames.get(kind) ?? [] };
    const { values, wrong } = validate(named.document, schema, options);
    if (values === null) return null;
    if (wrong.size === 0) return toEntry(values, named, own);
    // Of wrong values nothing more is said: that a date is missing where it is no date.
    const further = new Diagnostics();
    const entry = toEntry(values, named, { ...own, diagnostics: further });
    diagnostics.replay(further.all().filter(({ field = "" }) => !wrong.has(field.split(".")[0] ?? "")));
    return entry.kind === "photos" && wrong.has("image") ? { ...entry, image: { ...entry.image, src: "" } } : entry;
  };
  const schemas = createCollectionSchemas(context.timeZone);
  const toEntry = (kind: CollectionName, opened: Opened): PlainEntry | null => {
    if (kind === "posts") return check(kind, schemas.posts, opened, toPost);
    if (kind === "projects") return check(kind, schemas.projects, opened, toProject);
    if (kind === "books") return check(kind, schemas.books, opened, toBook);
    if (kind === "photos") return check(kind, schemas.photos, opened, toPhoto);
    if (kind === "services") return check(kind, schemas.services, opened, toService);
    return check(kind, schemas.series, opened, toSeries);
  };
  const read = (kind: CollectionName, named: NamedDocument, own: ParseContext): PlainEntry | null => {
    noteReferring(kind, named, own.facts);
    return toEntry(kind, { named, own });
  };
  const parser: FileParser = {
    async file(raw, kind) {
      const facts = new FileFacts();
      const diagnostics = new Diagnostics();
      diagnostics.replay(raw.found);
      const own: ParseContext = { ...context, diagnostics, facts };
      const named = await nameDocument(raw, kind, own);
      // Front matter that is no YAML says nothing of values and references, but there is a body to look at.
      const isBare = hasNoFrontMatter(raw) && !named.document.root.entries.has("title");
      if (isBare) diagnostics.error(raw.source.locate(0), NO_FRONT_MATTER);
      const said = raw.data === null || isBare ? { ...own, diagnostics: new Diagnostics(), facts: new FileFacts() } : own;
      const entry = read(kind, named, said);
      return {
        parsed: facts.finish(kind, entry, diagnostics),
        body: named.body,
        locate: (field) => named.document.locate(field),
      };
    },
    async body(file, kind) {
      const { readDocument } = await import("./document.ts");
      const raw = readDocument(file, new Diagnostics());
      return raw === null ? "" : (await parser.file(raw, kind)).body;
    },
  };
  return parser;
}

const NO_FRONT_MATTER = {
  code: "front-matter",
  message: "has no front matter",
  hint: "begin the file with a line ---, a line title: …, and another line ---",
};

function hasNoFrontMatter({ file, data, bodyLine }: RawDocument): boolean {
  return data === EMPTY_MAP && bodyLine === 1 && /\.mdx?$/i.test(file.relative);
}

interface Opened {
  readonly named: NamedDocument;
  readonly own: ParseContext;
}
