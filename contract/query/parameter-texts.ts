import { SEARCH_KINDS } from "../../kinds/hit-kinds.ts";
import type { ListFilter } from "../../kinds/list-filter.ts";
import { BUILT_IN_DOCUMENTS, BUILT_IN_KINDS, type LISTS, type ListKind } from "../../kinds/list-kinds.ts";
import { EXAMPLE_ID } from "../example-id.ts";
import { COUNTED_SLUGS_MAX, QUERY_TAGS_MAX } from "../limits.ts";
import type { RouteName } from "../paths.ts";
import type { ParameterName, QueryParameter } from "./query-parameters.ts";

/**
 * Texts for the query parameters in the OpenAPI document. They are separate from the parameter
 * table because browsers load that table with the read handler.
 */
export interface ParameterText {
  /** CommonMark. */
  readonly description: string;
  readonly example: string;
}

const page: ParameterText = { description: "Page number, digits only. Pages past the end are empty.", example: "2" };
const pageSize: ParameterText = { description: "Items per page, digits only.", example: "10" };
const inAnyCase = "ignoring case. An unused one gives an empty list.";
const instantForm =
  "RFC 3339: a date, which means that day in the site's time zone, or a date-time with `Z` or an offset. Documents without a date never match.";

const TEXTS = {
  page,
  pageSize,
  commentsPage: page,
  commentsPageSize: pageSize,
  q: {
    description:
      "Full-text filter, 1 to 200 characters after NFKC and trimming; blank is the same as absent. Posts must have all words or, if no post has all of them, one of them; this is decided before other filters apply. The order stays that of the list, or of `sort`.",
    example: "tide tables",
  },
  type: { description: "Type of post, in capitals.", example: "VIDEO" },
  tag: {
    description: `Slug of a tag, ignoring case, or up to ${QUERY_TAGS_MAX} joined by commas (all must match). An unknown tag gives an empty list.`,
    example: "typescript",
  },
  category: { description: `Slug of a category, ${inAnyCase}`, example: "notes" },
  author: { description: `Slug of an author, ${inAnyCase}`, example: "ines" },
  series: { description: `Slug of a series, ${inAnyCase}`, example: "the-sea-in-numbers" },
  album: { description: `Slug of an album, ${inAnyCase}`, example: "harbours" },
  language: { description: "BCP 47, ignoring case. `en` also finds `en-GB`.", example: "en" },
  featured: { description: "`true`: only featured posts; `false`: only the others.", example: "true" },
  hasCode: { description: "`true`: only posts with code; `false`: only posts without code.", example: "true" },
  publishedFrom: { description: `Published at or after this. ${instantForm}`, example: "2026-01-01" },
  publishedTo: {
    description: `Published at or before this; a date includes the whole day. ${instantForm}`,
    example: "2026-01-31T23:59:59Z",
  },
  period: {
    description: "A year or a month in the site's time zone, or `undated`. A date with only a year belongs to no month.",
    example: "2025-04",
  },
  sort: {
    description: "Sort key; `-` before it for descending order. Documents without a value always come last. Default: the list's order.",
    example: "-title",
  },
  kind: {
    description: `Hits of this kind only: ${SEARCH_KINDS.map((kind) => `\`${kind}\``).join(", ")}, or the exact name of a kind that the site defines. It does not affect which documents match, or \`facets\`.`,
    example: "post",
  },
  parentId: {
    description: "Id of a comment. Lists all its public descendants, flat and oldest first, instead of the post's threads.",
    example: EXAMPLE_ID,
  },
  repliesLimit: { description: "Number of replies per thread, oldest first. If there are more, `repliesTruncated` is true.", example: "3" },
  slug: {
    description: `Slugs of up to ${COUNTED_SLUGS_MAX} posts, current or former, joined by commas. Each one that is listed has an entry under the requested slug, even without likes and comments.`,
    example: "reading-tide-tables",
  },
  path: {
    description:
      "Path of a page, beginning with `/`, or its full address. Query, fragment, encoding and a final slash make no difference. Former paths also work.",
    example: "/posts/reading-tide-tables",
  },
  commentsSort: {
    description: "Order of the threads; `popular` puts those with the most replies first. Replies are always oldest first.",
    example: "newest",
  },
} as const satisfies Readonly<Record<RequiredName, ParameterText> & Partial<Record<ParameterName, ParameterText>>>;

type FilterName<Kind extends ListKind> = (typeof LISTS)[Kind]["filters"][number]["name"];
/**
 * A kind that describes its documents: the descriptions of its fields can replace the texts of its
 * filters.
 */
type DescribedKind = keyof typeof BUILT_IN_DOCUMENTS & ListKind;
type RequiredName = Exclude<ParameterName, FilterName<DescribedKind>> | FilterName<Exclude<ListKind, DescribedKind>>;

const EXAMPLES: Readonly<Partial<Record<ListFilter["type"], string>>> = {
  boolean: "true",
  number: "12",
  slug: "hello",
  folded: "some text",
};

/**
 * Describes a filter without its own text.
 * @param field the description of its field
 */
export function describeFilter(filter: QueryParameter, field: string | undefined): ParameterText {
  const [example] = "values" in filter ? filter.values : [];
  return {
    description: `${(field ?? "A field of the documents").replace(/\.$/, "")}. Lists only documents with this value.`,
    example: example ?? EXAMPLES[filter.type as ListFilter["type"]] ?? "",
  };
}

/** Texts for routes on which a parameter has another meaning. */
const OWN_TEXTS: Readonly<Partial<Record<RouteName, Readonly<Partial<Record<ParameterName, ParameterText>>>>>> = {
  search: {
    q: { description: "Words to search for, 1 to 200 characters after NFKC and trimming.", example: "tide tables" },
    language: {
      description:
        "Only documents in this language, in `facets` as well; BCP 47, ignoring case. `en` also finds `en-GB`. Services have no language, and the language of a book is not that of its review.",
      example: "en",
    },
  },
};

export function parameterTextOf(route: RouteName, name: ParameterName): ParameterText {
  const texts: Readonly<Partial<Record<string, ParameterText>>> = TEXTS;
  return OWN_TEXTS[route]?.[name] ?? texts[name] ?? textOfFilter(route as keyof typeof BUILT_IN_DOCUMENTS, name);
}

/** @param kind the filter's kind; only a filter can lack its own text */
function textOfFilter(kind: keyof typeof BUILT_IN_DOCUMENTS, name: ParameterName): ParameterText {
  const filter = BUILT_IN_KINDS[kind].filters.find((each) => each.name === name);
  if (filter === undefined || !Object.hasOwn(BUILT_IN_DOCUMENTS, kind))
    throw new Error(`the parameter ${name} of ${kind} has no text: write one in TEXTS of contract/query/parameter-texts.ts`);
  const { description, answer = description } = BUILT_IN_DOCUMENTS[kind].members[filter.member] ?? {};
  return describeFilter(filter, answer);
}
