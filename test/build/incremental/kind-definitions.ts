import { defineKind, field, type KindConfig } from "../../../contract/config/define-kind.ts";

/** Kinds that edits define, change and remove. */

type Kinds = Readonly<Record<string, KindConfig>>;

const WORDS = { one: "Talk", many: "Talks" };
const venue = field.object({ city: field.text(), built: field.number().optional() });

export const TALKS: KindConfig = defineKind({
  words: WORDS,
  fields: {
    event: field.text().optional(),
    heldOn: field.date().optional(),
    filmedAt: field.instant().optional(),
    level: field.oneOf(["intro", "deep"]).optional(),
    seats: field.number().default(40),
    recorded: field.boolean().default(false),
    topics: field.list(field.text()),
    venue: venue.optional(),
    abstract: field.markdown().optional(),
    website: field.url().optional(),
    slides: field.file().optional(),
    shot: field.picture().optional(),
    shots: field.pictures(),
    post: field.reference("posts").optional(),
    next: field.reference("talks").optional(),
  },
  order: ["-heldOn", "title"],
  filters: ["event", "level", "topics", "post"],
  tags: true,
  page: "/talks/{slug}/",
});

const LINKS: KindConfig = defineKind({
  files: "links.yaml",
  words: { one: "Link", many: "Links" },
  fields: { url: field.url().optional(), about: field.markdown().optional(), talk: field.reference("talks").optional() },
  tags: true,
});

/** `toConfig` replaces it with COMPUTE, because a definition is JSON here. */
export const COMPUTE_MARK = "$compute";
export const COMPUTE = `({ title, bodyText }, { settings, items }) => ({
  size: title.length + bodyText.length,
  known: [settings.name, ...items.posts.map((post) => post.title), ...items.links.map((link) => link.slug)],
})`;
const COMPUTED = {
  ...TALKS,
  computed: { size: field.number(), known: field.list(field.text()) },
  compute: COMPUTE_MARK as never,
  reads: ["posts", "links"],
  order: ["-size"],
  filters: ["known"],
};
const { event: _, venue: __, ...fewerFields } = TALKS.fields;

/** Null if the site has no kinds of its own. */
export const KINDS_OF_SITES: readonly [Kinds, ...(Kinds | null)[]] = [
  { talks: TALKS, links: LINKS },
  null,
  { talks: COMPUTED, links: LINKS },
  { talks: { ...TALKS, fields: fewerFields, filters: ["level"], tags: false, order: ["title"] }, links: LINKS },
  { talks: { words: { one: "Lecture", many: "Lectures" }, fields: { event: field.text().default("None") } } },
  { talks: TALKS, links: { ...LINKS, files: "links.csv", page: "/links/{slug}" } },
];

/** Texts for links.yaml, with the same and with different entries. */
export const ENTRIES: readonly string[] = [
  "- { title: Loom, url: 'https://loom.example', tags: [Looms], talk: looms }\n- { title: Marsh, about: 'See [two](posts/two.md).' }\n",
  "- { title: Marsh, about: 'See [two](posts/two.md).' }\n- { title: Loom, url: 'https://loom.example', tags: [Looms], talk: looms }\n",
  "- { title: Loom, url: 'https://loom.example/b', draft: true }\n- { title: Marsh, about: '![A](pictures/heron.svg)', talk: mist }\n",
  "marsh: { title: Marsh, about: '*Wet*', publishedAt: 2024-07-04 }\nsea: { url: 'https://sea.example' }\n",
  "- { title: Loom, url: nowhere }\n",
  "[]\n",
];
export const CSV_ENTRIES = "slug,title,url,tags\nloom,Loom,https://loom.example,Looms|Rain\n,The sea,,\n";
