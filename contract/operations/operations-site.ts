import { ALWAYS_COUNTED } from "../../kinds/hit-kinds.ts";
import { LATEST_MAX } from "../limits.ts";
import { KindList, LanguageList, LatestList, RedirectList, ResolvedPage, SearchResults, TagCountList } from "../schemas/list.ts";
import { OpenApiDocument } from "../schemas/openapi.ts";
import { ProblemType } from "../schemas/problem.ts";
import { ServicesPage } from "../schemas/service.ts";
import { About, ApiEntry, SiteSettings } from "../schemas/site.ts";
import { TagPage } from "../schemas/values.ts";
import type { Operation } from "./operation.ts";
import { fromFiles, toolRead } from "./read-operation.ts";

export const SITE_OPERATIONS: readonly Operation[] = [
  fromFiles({
    id: "getServicesPage",
    ...toolRead("services.page"),
    tag: "Services",
    summary: "Texts of the services page",
    description: "In the site's language, with translations by BCP 47 tag. Empty if the author has written none.",
    schema: ServicesPage,
  }),
  fromFiles({
    id: "getSiteSettings",
    ...toolRead("site.settings"),
    tag: "Site",
    summary: "The site's settings",
    description: "Name, language, links and feeds.",
    schema: SiteSettings,
  }),
  fromFiles({
    id: "getAbout",
    ...toolRead("site.about"),
    tag: "Site",
    summary: "About the owner",
    description: "Empty if the author has written nothing.",
    schema: About,
  }),
  fromFiles({
    id: "listKinds",
    ...toolRead("kinds.list"),
    tag: "Site",
    summary: "Kinds of content",
    description: "Names, orders, filters and items of the site's lists, including those of kinds that the site defines.",
    schema: KindList,
  }),
  fromFiles({
    id: "resolvePath",
    ...toolRead("site.resolve"),
    tag: "Site",
    summary: "The document of a page",
    description: "Names the document that has, or once had, a path on the site; `/{kind}/{slug}` returns it. 404 if no page has the path.",
    schema: ResolvedPage,
    named: true,
  }),
  fromFiles({
    id: "listLanguages",
    ...toolRead("languages.list"),
    tag: "Site",
    summary: "Languages of the site",
    description: "The languages of listed posts, projects, photos and documents of the site's own kinds.",
    schema: LanguageList,
  }),
  fromFiles({
    id: "listLatest",
    ...toolRead("latest.list"),
    tag: "Site",
    summary: "The newest documents of all kinds",
    description: `The newest ${LATEST_MAX} listed documents that have a \`publishedAt\`, including those of the site's own kinds.`,
    schema: LatestList,
  }),
  fromFiles({
    id: "listTags",
    ...toolRead("tags.list"),
    tag: "Site",
    summary: "Tags of a resource",
    description: "All tags in use, with the number of published documents that have each, most used first, then by name.",
    schema: TagCountList,
    named: true,
  }),
  fromFiles({
    id: "getTag",
    ...toolRead("tags.get"),
    tag: "Site",
    summary: "One tag of a resource",
    description: "Everything its page shows. The slug may be in any letter case.",
    schema: TagPage,
    named: true,
  }),
  fromFiles({
    id: "listRedirects",
    name: "redirects.list",
    route: "redirects",
    tag: "Site",
    summary: "Former paths of pages",
    description: "Former paths of pages with their current ones, for a front end that redirects them.",
    schema: RedirectList,
  }),
  fromFiles({
    id: "searchContent",
    ...toolRead("search"),
    tag: "Search",
    summary: "Full-text search",
    description: `All words must match; if no document has all of them, one is enough, whatever \`kind\` and \`language\` are. A last word of three letters or more also matches as a prefix (of the 1,000 shortest words), and an unknown word may have one wrong letter. Best hit first. \`facets\` counts the hits by kind, as if \`kind\` were absent: always ${ALWAYS_COUNTED.join(", ")}, and other kinds if the site has any.`,
    schema: SearchResults,
  }),
  fromFiles({
    id: "getApi",
    name: "api.get",
    route: "api",
    tag: "About this API",
    summary: "The API itself",
    description: "The site, its current build, and other addresses. This address has no final slash.",
    schema: ApiEntry,
  }),
  fromFiles({
    id: "getOpenApi",
    name: "api.description",
    route: "openapi",
    tag: "About this API",
    summary: "This document",
    description: "The OpenAPI 3.1 document of this API.",
    schema: OpenApiDocument,
  }),
  fromFiles({
    id: "getProblemType",
    name: "api.problem",
    route: "problem",
    tag: "About this API",
    summary: "The text of a problem type",
    description: "The resource to which `type` of a problem response points.",
    schema: ProblemType,
    named: true,
  }),
];
