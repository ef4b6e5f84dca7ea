import { BLOCK_NAMES, BLOCKS, type Block, type BlockName } from "./body-blocks.ts";
import { type DocumentKind, valuesOf } from "./front-matter-values.ts";
import { ENTRIES } from "./kind-definitions.ts";
import { createSite, type Document, nameOf, type Site, toPost } from "./site-model.ts";

/** Three numbers that choose the target and the value of an edit. Any numbers give a valid edit. */
export type Choice = readonly [a: number, b: number, c: number];
export type Change = (site: Site, choice: Choice) => Site;

const NAMES = ["one", "two", "three", "four", "five", "six", "seven"];
const OWN_FOLDER = /\/index\.md$/;

export function at<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error("there is nothing to choose from");
  return item;
}

/** Returns one of the values other than the current one. */
export function another<T>(values: readonly T[], present: unknown, index: number): T {
  const text = JSON.stringify(present ?? null);
  return at(
    values.filter((value) => JSON.stringify(value ?? null) !== text),
    index,
  );
}

function pathsOf({ documents }: Site, isWanted: (document: Document) => boolean): readonly string[] {
  return [...documents].flatMap(([path, document]) => (isWanted(document) ? [path] : [])).sort();
}

function withDocument(site: Site, path: string, change: Partial<Document>): Site {
  const document = site.documents.get(path);
  return document === undefined ? site : { ...site, documents: new Map(site.documents).set(path, { ...document, ...change }) };
}

/** Returns an edit that gives one field of one document another value. */
export function editField(kind: DocumentKind, field: string): Change {
  return (site, [a, b]) => {
    const paths = pathsOf(site, (document) => document.kind === kind);
    if (paths.length === 0) return restore(site, kind);
    const path = at(paths, a);
    const fields = site.documents.get(path)?.fields ?? {};
    const value = another(valuesOf(kind, nameOf(path))[field] ?? [], fields[field], b);
    return withDocument(site, path, { fields: { ...fields, [field]: value } });
  };
}

/**
 * Returns an edit that adds a block of a kind to the body of a document, changes the existing
 * block, or removes it.
 */
export function editBlock(name: BlockName): Change {
  return (site, [a, b, c]) => {
    const path = at(
      pathsOf(site, ({ body }) => body !== null),
      a,
    );
    const body = site.documents.get(path)?.body ?? [];
    const place = body.findIndex(([present]) => present === name);
    if (place === -1) return withDocument(site, path, { body: body.toSpliced(b % (body.length + 1), 0, [name, c]) });
    const variant = another([...BLOCKS[name].keys()], (body[place]?.[1] ?? 0) % BLOCKS[name].length, c);
    const isKept = BLOCKS[name].length > 1 && b % 3 > 0;
    return withDocument(site, path, { body: body.toSpliced(place, 1, ...(isKept ? ([[name, variant]] as const) : [])) });
  };
}

/** Restores the original document of a kind, if the site has lost it. */
function restore(site: Site, kind: DocumentKind): Site {
  const first = [...createSite().documents].filter(([, document]) => document.kind === kind);
  return { ...site, documents: new Map([...site.documents, ...first]) };
}

/** Moves documents to other paths, unless something is there already. */
function move(site: Site, moves: ReadonlyMap<string, string>): Site {
  if ([...moves.values()].some((to) => site.documents.has(to) && !moves.has(to))) return site;
  return { ...site, documents: new Map([...site.documents].map(([path, document]) => [moves.get(path) ?? path, document])) };
}

function freePath({ documents }: Site, index: number): string {
  const paths = ["six", "seven", "eight", "nine", "ten"].map((name) => `posts/${name}.md`);
  return at(
    paths.filter((path) => !documents.has(path)),
    index,
  );
}

const isPost = ({ kind }: Document): boolean => kind === "posts";
const isTranslated = ({ kind }: Document): boolean => kind === "pages" || kind === "talks" || kind === "photos";
const PAGES = ["index", "uses/index", "docs/uses", "docs/install/index", "docs/index", "more/docs/uses", "install"].map(
  (name) => `pages/${name}.md`,
);

/** Puts a copy beside a document, with the name of a translation. */
function translate(site: Site, paths: readonly string[], [a, b]: readonly [a: number, b: number]): Site {
  if (paths.length === 0) return restore(site, "pages");
  const path = at(paths, a);
  const to = at([path.replace(/(?:\.de)?\.md$/, ".de.md"), path.replace(/^(\w+)\/(?:nb\/)?/, "$1/nb/")], b);
  const document = site.documents.get(path);
  return document === undefined ? site : { ...site, documents: new Map(site.documents).set(to, document) };
}

export const FILE_EDITS = {
  "add a post": (site, [a, b, c]) => {
    const body: Block[] = [b, c, b + c].map((number) => [at(BLOCK_NAMES, number), a]);
    return { ...site, documents: new Map(site.documents).set(`posts/${at(NAMES, a)}.md`, toPost(b, body, { tags: ["Rain", "Looms"] })) };
  },
  "remove a post": (site, [a]) => without(site, pathsOf(site, isPost), a),
  "remove a document": (site, [a]) =>
    without(
      site,
      pathsOf(site, ({ kind }) => kind !== "posts" && kind !== "site"),
      a,
    ),
  "rename a post": (site, [a, b]) => {
    const path = at(pathsOf(site, isPost), a);
    return move(site, new Map([[path, freePath(site, b)]]));
  },
  "translate a post": (site, [a, b]) => translate(site, pathsOf(site, isPost), [a, b]),
  "translate a document": (site, [a, b]) => translate(site, pathsOf(site, isTranslated), [a, b]),
  "add a page": (site, [a, b, c]) => {
    const page: Document = { kind: "pages", fields: { title: at(NAMES, b) }, body: [[at(BLOCK_NAMES, c), a]] };
    return { ...site, documents: new Map(site.documents).set(at(PAGES, a), page) };
  },
  "move a page between folders": (site, [a, b]) => {
    const paths = pathsOf(site, ({ kind }) => kind === "pages");
    if (paths.length === 0) return restore(site, "pages");
    const path = at(paths, a);
    return move(site, new Map([[path, another(PAGES, path, b)]]));
  },
  "rename a post, with a former slug": (site, [a, b]) => {
    const path = at(pathsOf(site, isPost), a);
    const fields = { ...site.documents.get(path)?.fields, aliases: [nameOf(path)] };
    return move(withDocument(site, path, { fields }), new Map([[path, freePath(site, b)]]));
  },
  "exchange two posts": (site, [a, b]) => {
    const paths = pathsOf(site, isPost);
    const one = at(paths, a);
    const other = another(paths, one, b);
    const moves = [
      [one, other],
      [other, one],
    ] as const;
    return move(site, new Map(moves));
  },
  "give a post its own folder": (site, [a]) => {
    const path = at(pathsOf(site, isPost), a);
    return move(site, new Map([[path, OWN_FOLDER.test(path) ? path.replace(OWN_FOLDER, ".md") : path.replace(/\.md$/, "/index.md")]]));
  },
  "date a post by its file": (site, [a, b]) => {
    const path = at(pathsOf(site, isPost), a);
    const { publishedAt: _, ...fields } = site.documents.get(path)?.fields ?? {};
    return move(withDocument(site, path, { fields }), new Map([[path, `posts/2024-0${(b % 6) + 1}-15-${nameOf(path)}.md`]]));
  },
  "put a post into drafts": (site, [a]) => {
    const path = at(pathsOf(site, isPost), a);
    return move(site, new Map([[path, path.includes("_drafts") ? `posts/${nameOf(path)}.md` : `posts/_drafts/${nameOf(path)}.md`]]));
  },
  "redraw a picture": (site, [a, b]) => {
    const path = at([...site.pictures.keys(), "static/loom.png"].sort(), a);
    return { ...site, pictures: new Map(site.pictures).set(path, another([1, 2, 3, 4], site.pictures.get(path), b)) };
  },
  "lose a picture": (site, [a]) => ({ ...site, pictures: new Map([...site.pictures].filter((_, index) => index !== a % 2)) }),
  "change a linked file": (site, [a, b]) => {
    const path = at(["content/notes.txt", "static/notes.txt"], a);
    const text = another(["Measured at noon.\n", "Measured at dusk.\n", "Measured.\n"], site.files.get(path), b);
    return { ...withLinkTo(site, path), files: new Map(site.files).set(path, text) };
  },
  "put a file into public": (site, [a, b]) =>
    withFile(site, at(["public/CNAME", "public/admin/index.html", "public/llms.txt"], a), [null, "one.example\n", "two.example\n"], b),
  "describe tags, categories or albums": (site, [a, b]) => {
    const [path, texts] = at(GROUP_FILES, b);
    return withFile(site, path, texts, a);
  },
  "edit a data file": (site, [a]) => withFile(site, "content/links.yaml", ENTRIES, a),
  "describe an author": (site, [a]) => withFile(site, "content/authors.yaml", AUTHORS, a),
} as const satisfies Readonly<Record<string, Change>>;

/** Edits that no sequence draws, but without which other edits have no effect. */
export const PREPARATIONS: Readonly<Record<string, Change>> = {
  "add translations": (site) => {
    const fields = { language: "nb", translationKey: "tide" };
    const translations: readonly (readonly [string, Document])[] = [
      ["photos/siv.md", { kind: "photos", fields: { title: "Siv", image: { src: "/loom.png", alt: "" }, ...fields }, body: [["text", 0]] }],
      ["projects/veven.md", { kind: "projects", fields: { title: "Veven", ...fields }, body: [["text", 1]] }],
    ];
    return { ...site, documents: new Map([...site.documents, ...translations]) };
  },
};

const AUTHORS = [
  null,
  "aud: Aud\n",
  "aud: { name: Aud Lie, bio: Weaves., url: https://aud.example }\nines: { name: Ines, avatar: /loom.png }\n",
  "aud: { name: Aud Lie, bio: Wove., avatar: pictures/heron.svg }\nkari: { name: Kari Vik, avatar: { src: /loom.png, alt: Kari } }\n",
];

const GROUP_FILES: readonly (readonly [path: string, texts: readonly (string | null)[]])[] = [
  [
    "content/tags.yaml",
    [
      null,
      "rain: Regen\n",
      "rain: Rain!\nlooms: { name: The looms, cover: { src: /loom.png, alt: A loom } }\n",
      "rain: { description: On rain., cover: { src: pictures/heron.svg, alt: A heron } }\n",
    ],
  ],
  [
    "content/categories.yaml",
    [null, "craft: Crafts\n", "diary: { description: Days., cover: /loom.png }\n", "diary: { name: The diary, description: Nights. }\n"],
  ],
  ["content/albums.yaml", [null, "birds: { description: In flight. }\n", "birds: { description: At rest. }\n"]],
];

function withFile(site: Site, path: string, texts: readonly (string | null)[], index: number): Site {
  const text = another(texts, site.files.get(path), index);
  const others = [...site.files].filter(([other]) => other !== path);
  return { ...site, files: new Map(text === null ? others : [...others, [path, text]]) };
}

function without(site: Site, paths: readonly string[], index: number): Site {
  if (paths.length === 0) return createSite();
  const gone = at(paths, index);
  return { ...site, documents: new Map([...site.documents].filter(([path]) => path !== gone)) };
}

/** A file that nothing links to is not published, so the project's text links to it. */
function withLinkTo(site: Site, path: string): Site {
  const body = site.documents.get("projects/loom.md")?.body ?? [];
  const variant = path.startsWith("content/") ? 0 : 1;
  const isLinked = body.some(([name, number]) => name === "linked file" && number === variant);
  return isLinked ? site : withDocument(site, "projects/loom.md", { body: [...body, ["linked file", variant]] });
}
