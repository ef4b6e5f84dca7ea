import { COLLECTION_NAMES, type CollectionName } from "../../contract/config.ts";
import { Diagnostics, type FieldPath, type Location } from "../diagnostics.ts";
import type { SourceFile } from "../entries.ts";
import type { FileContext, ParseContext } from "./context.ts";
import { type RawDocument, readDocument } from "./document.ts";
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
  const { config, schemas } = context;
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
    named: NamedDocument,
    own: ParseContext,
    toEntry: (values: V, named: NamedDocument, context: ParseContext) => PlainEntry,
  ): PlainEntry | null => {
    const { diagnostics, facts } = own;
    const { unknownKeys } = config.frontMatter;
    const values = validate(named.document, schema, { diagnostics, unknownKeys, tally: facts, otherNames: otherNames.get(kind) ?? [] });
    return values === null || named.slug === "" ? null : toEntry(values, named, own);
  };
  const toEntry = (kind: CollectionName, named: NamedDocument, own: ParseContext): PlainEntry | null => {
    if (kind === "posts") return check(kind, schemas.posts, named, own, toPost);
    if (kind === "projects") return check(kind, schemas.projects, named, own, toProject);
    if (kind === "books") return check(kind, schemas.books, named, own, toBook);
    if (kind === "photos") return check(kind, schemas.photos, named, own, toPhoto);
    if (kind === "services") return check(kind, schemas.services, named, own, toService);
    return check(kind, schemas.series, named, own, toSeries);
  };
  const parser: FileParser = {
    async file(raw, kind) {
      const facts = new FileFacts();
      const diagnostics = new Diagnostics();
      diagnostics.replay(raw.found);
      const own: ParseContext = { ...context, diagnostics, facts };
      const named = await nameDocument(raw, kind, own);
      if (named !== null) noteReferring(kind, named, facts);
      const entry = named === null ? null : toEntry(kind, named, own);
      return {
        parsed: facts.finish(kind, entry, diagnostics),
        body: named?.body ?? "",
        locate: (field) => named?.document.locate(field) ?? raw.source.locate(0),
      };
    },
    async body(file, kind) {
      const raw = readDocument(file, new Diagnostics());
      return raw === null ? "" : (await parser.file(raw, kind)).body;
    },
  };
  return parser;
}
