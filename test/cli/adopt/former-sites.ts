// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are in code of other generators.
/** Sites of other generators in their usual forms, written for these tests: files by path. */

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>';

const post = (front: string, body = "Text."): string => `---\n${front}\n---\n\n${body}\n`;

export interface FormerSiteFixture {
  readonly files: Readonly<Record<string, string>>;
  /** Values that the configuration must contain. */
  readonly config: object;
  /** Name of the configuration. */
  readonly written?: string;
}

export const FORMER_SITES: Readonly<Record<string, FormerSiteFixture>> = {
  Pelican: {
    files: {
      "pelicanconf.py": [
        "SITENAME = u'Marsh notes'",
        "SITEURL = 'https://pelican.example'",
        "TIMEZONE = 'Europe/Oslo'",
        "ARTICLE_URL = 'blog/{category}/{date:%Y}/{slug}/'",
        "PATH = 'content'",
        "",
      ].join("\n"),
      "content/birds/heron.md": "Title: A heron: grey\nDate: 2024-01-02 10:00\nCategory: Birds\nSlug: Grey_Heron\n\nText.\n",
      "content/pages/about.md": "Title: About\n\nText.\n",
    },
    config: {
      site: { name: "Marsh notes", url: "https://pelican.example", timeZone: "Europe/Oslo" },
      urls: { posts: "/blog/{category}/{year}/{slug}/" },
      collections: { posts: ["**/*.{md,markdown}", "!pages/**"] },
    },
  },
  Quartz: {
    files: {
      "quartz.config.ts":
        'const config = { configuration: { pageTitle: "Garden", baseUrl: "garden.example", ignorePatterns: ["private", ".obsidian"] } };\nexport default config;\n',
      "content/index.md": post("title: Home"),
      "content/Birds & more/A heron.md": "Text.\n",
      "content/private/diary.md": post("title: Diary"),
    },
    config: {
      site: { name: "Garden", url: "https://garden.example" },
      urls: { posts: "/{path:quartz}" },
    },
  },
  Hugo: {
    files: {
      "hugo.toml": [
        "baseURL = 'https://hugo.example/blog/'",
        "languageCode = 'en-us'",
        "title = 'A \"Hugo\" site'",
        "timeZone = 'Europe/Oslo'",
        "[permalinks]",
        "  posts = '/:sections/:slug/'",
        "[params]",
        "  description = 'Notes'",
        "  [params.author]",
        "    name = 'Ines Aas'",
        "",
      ].join("\n"),
      "content/posts/_index.md": post("title: Posts"),
      "content/posts/first.md": post("title: First\ndate: 2024-01-02T10:00:00+01:00\nmood: calm\nlayout: wide\nTags: [a]\nDescription: b"),
      "content/about.md": post("title: About"),
      "static/pic.txt": "x",
    },
    config: {
      site: {
        name: 'A "Hugo" site',
        url: "https://hugo.example/blog",
        language: "en-US",
        timeZone: "Europe/Oslo",
        description: "Notes",
        author: "Ines Aas",
      },
      urls: { posts: "/posts/{slug}/" },
      collections: { posts: ["posts/**/*.{md,markdown}"] },
      static: ["static"],
      frontMatter: { names: { posts: { layout: "", Tags: "tags", Description: "excerpt" } }, unknownKeys: "collect" },
    },
  },
  "Hugo, in config/_default": {
    files: {
      "config/_default/hugo.yaml":
        "baseurl: https://hugo.example\nTITLE: Site\ndefaultContentLanguage: nb\ncontentDir: texts\nstaticDir: [files, ../out]\n",
      "config/_default/params.yaml": "mainSections: [essays]\n",
      "config/_default/permalinks.yaml": "page:\n  essays: /:contentbasename/\n",
      "texts/essays/one/index.md": post("title: One\ndate: 2024-01-02"),
    },
    config: {
      content: "texts",
      site: { name: "Site", language: "nb" },
      collections: { posts: ["essays/**/*.{md,markdown}"] },
      static: ["files"],
    },
  },
  "Hugo, without permalinks": {
    files: {
      "config.json": '{ "baseURL": "https://hugo.example", "title": "Site" }',
      "content/blog/Part-II.md": post("title: Part II\ndate: 2024-01-02"),
      "content/blog/three/index.md": post("title: Three\ndate: 2024-01-02"),
    },
    config: { urls: { posts: "/blog/{slug}/" } },
  },
  "Jekyll, without categories": {
    files: {
      "_config.yml": "title: Site\nurl: https://jekyll.example\npermalink: /:categories/:slug/\n",
      "_posts/2019-03-08-frost.md": post("title: Frost\ncategories:"),
      "_posts/2020-03-08-seeds.md": post("title: Seeds"),
    },
    config: { content: ".", urls: { posts: "/{categories?}/{slug}/" }, frontMatter: { splitAt: "spaces" } },
  },
  Jekyll: {
    files: {
      "_config.yml":
        "title: A Jekyll site\nurl: https://jekyll.example\nbaseurl: /j\ntimezone: Europe/London\nlang: en-GB\npermalink: /notes/:slug/\n",
      "_posts/2019-03-08-the-frost.md": post("layout: post\ntitle: The frost\ncategories: [garden]"),
      "_posts/2019-04-01-seeds.markdown": post("title: Seeds", "![A](/assets/a.svg) [CV](/cv.pdf) [Tools](/files/tools.tar.gz)"),
      "_layouts/post.html": "",
      "_layouts/mark.svg": SVG,
      "assets/a.svg": SVG,
      "cv.pdf": "x",
      "files/tools.tar.gz": "x",
      "vendor/readme.txt": "x",
    },
    config: {
      content: ".",
      site: { name: "A Jekyll site", url: "https://jekyll.example/j", language: "en-GB", timeZone: "Europe/London" },
      urls: { posts: "/notes/{slug}/" },
      collections: { posts: ["**/_posts/**/[0-9]*-[0-9]*-[0-9]*-*.{md,markdown}"] },
      static: ["assets", "cv.pdf", "files"],
    },
  },
  Hexo: {
    files: {
      "_config.yml":
        "title: A Hexo site\nurl: http://hexo.example\nroot: /h/\nlanguage: [zh-CN, en]\ntimezone: Asia/Shanghai\npermalink: posts/:post_title/\nsource_dir: source\n",
      "source/_posts/hello.md": post("title: Hello\ndate: 2020-01-02 03:04:05\ntop: true", "![A](http://hexo.example/gallery/2020/a.svg)"),
      "source/_posts/hello/a.svg": SVG,
      "source/gallery/2020/a.svg": SVG,
    },
    config: {
      content: "source",
      site: { name: "A Hexo site", url: "http://hexo.example/h", language: "zh-CN", timeZone: "Asia/Shanghai" },
      urls: { posts: "/posts/{slug}/" },
      collections: { posts: ["_posts/**/*.md"] },
      static: ["source/gallery"],
    },
  },
  Zola: {
    files: {
      "config.toml": 'base_url = "https://zola.example"\ntitle = "A Zola site"\ndefault_language = "nb"\n[extra]\nauthor = "Ines"\n',
      "content/blog/_index.md": '+++\ntitle = "Blog"\nsort_by = "date"\n+++\n',
      "content/blog/2024-01-02-one.md": '+++\ntitle = "One"\ndate = 2024-01-02\n[extra]\nmood = "calm"\n+++\nText.\n',
    },
    config: {
      site: { name: "A Zola site", url: "https://zola.example", language: "nb", author: "Ines" },
      urls: { posts: "/blog/{dir}/{slug}/" },
      collections: { posts: ["blog/**/*.md"] },
    },
  },
  Astro: {
    files: {
      "package.json": '{ "type": "module", "dependencies": { "astro": "5" } }',
      "astro.config.mjs":
        "import { defineConfig } from 'astro/config';\nimport mdx from '@astrojs/mdx';\nexport default defineConfig({ site: 'https://astro.example', integrations: [mdx()] });\n",
      "src/content.config.ts":
        "import { defineCollection, z } from 'astro:content';\nimport { glob } from 'astro/loaders';\nconst blog = defineCollection({\n\tloader: glob({ base: './src/content/blog', pattern: '**/*.{md,mdx}' }),\n\tschema: ({ image }) => z.object({ title: z.string() as unknown }),\n});\nexport const collections = { blog };\n",
      "src/consts.ts": "export const SITE_TITLE: string = 'An Astro site';\nexport const SITE_DESCRIPTION = 'Welcome';\n",
      "src/pages/blog/[...slug].astro": "",
      "src/content/blog/first.mdx": post("title: First\npubDate: 'Jul 08 2022'"),
    },
    config: {
      content: "src/content/blog",
      out: "dist-octavo",
      site: { name: "An Astro site", url: "https://astro.example", description: "Welcome" },
      urls: { posts: "/blog/{slug:astro}/" },
      collections: { posts: ["**/*.{md,mdx}"] },
      static: ["public"],
      mdx: "lenient",
    },
  },
  "Astro, with its settings in another file": {
    files: {
      "astro.config.ts":
        "import { defineConfig } from 'astro/config';\nimport { SITE } from './src/config';\nexport default defineConfig({ site: SITE.website, trailingSlash: 'never' } satisfies object);\n",
      "src/config.ts":
        "export const SITE = { website: 'https://paper.example/', title: 'Paper', author: 'Sat', timezone: 'Asia/Bangkok' } as const;\n",
      "src/data/blog/first.md": post("title: First\npubDatetime: 2022-07-08T00:00:00Z"),
      "src/pages/posts/[...slug]/index.astro": "",
    },
    config: {
      content: "src/data/blog",
      site: { name: "Paper", url: "https://paper.example", timeZone: "Asia/Bangkok", author: "Sat" },
      urls: { posts: "/posts/{slug:astro}" },
    },
  },
  Eleventy: {
    files: {
      "package.json": '{ "name": "x" }',
      "eleventy.config.js":
        'import { feedPlugin } from "@11ty/eleventy-plugin-rss";\nexport default async function (eleventyConfig) {\n  eleventyConfig.addPassthroughCopy({ "./public/": "/" });\n  eleventyConfig.addPlugin(feedPlugin, {});\n}\nexport const config = { dir: { input: "content", data: "../_data" } };\n',
      "_data/metadata.js":
        'export default { title: "An Eleventy site", url: "https://eleventy.example/", language: "en", author: { name: "Ines", url: "https://x.example" } };\n',
      "content/blog/first.md": post("title: First\ndate: 2023-01-02\ntags: [one]"),
    },
    config: {
      site: { name: "An Eleventy site", url: "https://eleventy.example", language: "en", author: "Ines" },
      urls: { posts: "/blog/{dir}/{name}/" },
      content: "content/blog",
      collections: { posts: ["**/*.md"] },
      static: ["public"],
    },
    written: "octavo.config.mts",
  },
  "Eleventy, in CommonJS": {
    files: {
      ".eleventy.js":
        'const rss = require("@11ty/eleventy-plugin-rss");\nmodule.exports = function (config) {\n  config.addPlugin(rss);\n  config.addPassthroughCopy("img");\n  return { dir: { input: "src" }, markdownTemplateEngine: "njk" };\n};\n',
      "src/_data/site.json": '{ "title": "Site", "url": "https://site.example" }',
      "src/posts/a.md": post("title: A\ndate: 2023-01-02\nlayout: post", "![A](/img/2023/a.svg) ![B](../media/b.svg)"),
      "img/2023/a.svg": SVG,
      "src/media/b.svg": SVG,
    },
    config: { content: "src/posts", site: { name: "Site", url: "https://site.example" }, static: ["img", "src/media"] },
  },
  Docusaurus: {
    files: {
      "docusaurus.config.ts":
        "import type { Config } from '@docusaurus/types';\nconst config: Config = {\n  title: 'A Docusaurus site',\n  tagline: 'Dinosaurs',\n  url: 'https://docusaurus.example',\n  baseUrl: '/',\n  i18n: { defaultLocale: 'fr', locales: ['fr'] },\n  presets: [['classic', { docs: {}, blog: { path: './news', routeBasePath: 'log' } } satisfies object]],\n};\nexport default config;\n",
      "news/tags.yml": "facebook:\n  label: Facebook\n  permalink: /facebook\n",
      "news/hello.mdx": post("title: Hello\ndate: 2021-01-02\nauthors: [slorber]"),
      "static/x.txt": "",
    },
    config: {
      content: ".",
      collections: { posts: ["news/**/*.{md,mdx}"] },
      site: { name: "A Docusaurus site", url: "https://docusaurus.example", language: "fr", description: "Dinosaurs" },
      urls: { posts: "/log/{slug}" },
    },
  },
  Gatsby: {
    files: {
      "package.json": '{ "name": "gatsby-site" }',
      "gatsby-config.js":
        'require("dotenv").config()\nmodule.exports = {\n  siteMetadata: {\n    title: `A Gatsby site`,\n    author: { name: `Kyle` },\n    siteUrl: process.env.URL || `https://gatsby.example/`,\n  },\n  plugins: [\n    `gatsby-plugin-image`,\n    { resolve: `gatsby-source-filesystem`, options: { path: `${__dirname}/src/images`, name: `images` } },\n    { resolve: `gatsby-source-filesystem`, options: { path: `${__dirname}/content/blog`, name: `blog` } },\n  ],\n}\n',
      "content/blog/hello/index.md": post('title: Hello\ndate: "2015-05-01T22:12:03.284Z"\ndescription: A post'),
    },
    config: { content: "content/blog", site: { name: "A Gatsby site", url: "https://gatsby.example", author: "Kyle" } },
    written: "octavo.config.mts",
  },
  Next: {
    files: {
      "package.json": '{ "dependencies": { "next": "15" } }',
      "next.config.js":
        "const withMdx = require('@next/mdx')();\nmodule.exports = withMdx({ basePath: '/n', trailingSlash: true, webpack: (config) => config });\n",
      "data/siteMetadata.js":
        "const siteMetadata = { title: 'A Next site', siteUrl: 'https://next.example', language: 'en-us', author: 'Tails' };\nmodule.exports = siteMetadata;\n",
      "data/posts/index.ts": "",
      "data/blog/one.mdx": post("title: One\ndate: '2021-01-02'\nimages: []"),
      "app/blog/[...slug]/page.tsx": "",
    },
    config: {
      content: "data/blog",
      site: { name: "A Next site", url: "https://next.example/n", language: "en-US", author: "Tails" },
      urls: { posts: "/blog/{path}/" },
      static: ["public"],
    },
    written: "octavo.config.mts",
  },
};
