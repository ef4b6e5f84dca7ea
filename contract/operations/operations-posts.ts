import { Archive, AuthorList, PostList, SeriesList, TagCountList } from "../schemas/list.ts";
import { Post, PostMarkdown, PostSeries } from "../schemas/post.ts";
import { AuthorPage, TagPage } from "../schemas/values.ts";
import type { Operation } from "./operation.ts";
import { fromFiles, toolRead } from "./read-operation.ts";

export const POST_OPERATIONS: readonly Operation[] = [
  fromFiles({
    id: "listPosts",
    ...toolRead("posts.list"),
    tag: "Posts",
    summary: "Posts, newest first",
    description: `Summaries of the published posts, newest first, even with \`q\`. Filters are combined with "and".`,
    schema: PostList,
  }),
  fromFiles({
    id: "getPost",
    ...toolRead("posts.get"),
    tag: "Posts",
    summary: "One post",
    description: "The complete post. A former slug of a renamed post also works; `slug` is the current one.",
    schema: Post,
    named: true,
  }),
  fromFiles({
    id: "getPostMarkdown",
    name: "posts.markdown",
    route: "post-markdown",
    tag: "Posts",
    summary: "One post as Markdown",
    description:
      "The same post as text: front matter in YAML (title, date, url and other members of a list item), then the body as GitHub-flavoured Markdown, with absolute addresses. If the site does not publish posts as Markdown (`postsAsMarkdown` in its configuration), every slug gets 404.",
    schema: PostMarkdown,
    mediaType: "text/markdown",
    named: true,
  }),
  fromFiles({
    id: "listPostSeries",
    ...toolRead("series.list"),
    tag: "Posts",
    summary: "Series of posts",
    description: "Series with a published post, most recently changed first.",
    schema: SeriesList,
  }),
  fromFiles({
    id: "getPostSeries",
    ...toolRead("series.get"),
    tag: "Posts",
    summary: "One series of posts",
    description: "The series and its published posts, in order of position.",
    schema: PostSeries,
    named: true,
  }),
  fromFiles({
    id: "listCategories",
    ...toolRead("categories.list"),
    tag: "Posts",
    summary: "Categories of posts",
    description: "All categories in use, with the number of published posts in each, most used first, then by name.",
    schema: TagCountList,
  }),
  fromFiles({
    id: "getCategory",
    ...toolRead("categories.get"),
    tag: "Posts",
    summary: "One category",
    description: "Everything its page shows. The slug may be in any letter case.",
    schema: TagPage,
    named: true,
  }),
  fromFiles({
    id: "listAuthors",
    ...toolRead("authors.list"),
    tag: "Posts",
    summary: "Authors of posts",
    description: "Authors of published posts, with the number of posts by each, most posts first, then by name.",
    schema: AuthorList,
  }),
  fromFiles({
    id: "getAuthor",
    ...toolRead("authors.get"),
    tag: "Posts",
    summary: "One author of posts",
    description: "Everything the author's page shows. The slug may be in any letter case.",
    schema: AuthorPage,
    named: true,
  }),
  fromFiles({
    id: "getArchive",
    ...toolRead("archive.get"),
    tag: "Posts",
    summary: "Posts by year and month",
    description: "The number of posts published in each month, in the site's time zone, newest first.",
    schema: Archive,
  }),
];
