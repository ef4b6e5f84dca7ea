import type { Shortcode } from "../../../contract/config/markdown-config.ts";
import { toNamedReference } from "../named-reference.ts";

/** Restrictions on the Markdown that a transform may write. */
export interface Target {
  /** Whether HTML in Markdown is published unchanged. */
  readonly allowsHtml: boolean;
}

/** A built-in transform. */
export interface ShortcodeRow {
  /** Whether the text between its tags, such as code or a formula, is not translated. */
  readonly isVerbatim?: true;
  /** null if the text stays unchanged. */
  readonly write: (shortcode: Shortcode, target: Target) => string | null;
}

/** Boxes, by the name of a directive or a shortcode. */
const BOXES =
  "note tip info important warning caution danger hint success question example quote abstract summary todo bug failure error attention seealso";
/** Shortcodes with the type of a box as an argument. */
const TYPED_BOXES = "notice admonition alert callout hint-box";

const figure: ShortcodeRow = {
  write({ args: [first = ""], named, content }, { allowsHtml }) {
    const src = named.src ?? named.image ?? named.path ?? named.url ?? first;
    if (src === "") return null;
    const caption = named.caption ?? named.title ?? content?.trim() ?? "";
    const alt = named.alt ?? caption;
    if (caption === "" && named.link === undefined && named.width === undefined) return toPicture(src, alt);
    if (!allowsHtml) return caption === "" ? toPicture(src, alt) : `${toPicture(src, alt)} ${caption}`;
    const size = ["width", "height"].map((name) =>
      /^\d+(?:px)?$/.test(named[name] ?? "") ? ` ${name}="${Number.parseInt(named[name] ?? "", 10)}"` : "",
    );
    const img = `<img src="${toAttribute(src)}" alt="${toAttribute(alt)}"${size.join("")}>`;
    const shown = named.link === undefined ? img : `<a href="${toAttribute(named.link)}">${img}</a>`;
    return `<figure>${shown}${caption === "" ? "" : `<figcaption>${toAttribute(caption)}</figcaption>`}</figure>`;
  },
};

/** Hexo's `{% img [class] /a.png [width] [height] "title" %}` and `{% asset_img a.png title %}`. */
const image: ShortcodeRow = {
  write({ args, named, content }, target) {
    const at = args.findIndex((one) => /[./]/.test(one));
    if (at === -1) return figure.write({ name: "figure", args: [], named, content }, target);
    const alt = args.slice(at + 1).filter((one) => !/^\d+(?:px|%)?$/.test(one));
    return toPicture(args[at] ?? "", named.alt ?? named.title ?? alt.join(" "));
  },
};

const code: ShortcodeRow = {
  isVerbatim: true,
  write({ args, named, content }) {
    if (content === null) return null;
    const language = named.lang ?? named.language ?? args.find((one) => /^[\w+#.-]+$/.test(one) && !/^line(?:nos|s)/.test(one)) ?? "";
    const title = named.title ?? named.file ?? named.filename ?? "";
    return toFence(title === "" || /["`\n]/.test(title) ? language : `${language || "text"} title="${title}"`, content);
  },
};

const formula: ShortcodeRow = {
  isVerbatim: true,
  write({ named, args, content }) {
    const text = (content ?? named.body ?? args[0] ?? "").trim();
    if (text === "") return null;
    return named.block === "true" || named.display !== undefined || text.includes("\n") ? `$$\n${text}\n$$` : `$${text}$`;
  },
};

const box: ShortcodeRow = {
  write: ({ name, args, named, content }) => toBox(name, named.title ?? args.join(" "), content),
};

const typedBox: ShortcodeRow = {
  write({ args: [type = "note", ...title], named, content }) {
    return toBox(named.type ?? (/^[a-z]+$/i.test(type) ? type : "note"), named.title ?? title.join(" "), content);
  },
};

/** Content of another site, as a frame if HTML is allowed, otherwise as a link. */
function embed(name: string, toAddresses: (id: string) => { readonly frame: string | null; readonly page: string }): ShortcodeRow {
  return {
    write({ args, named }, { allowsHtml }) {
      const stated = named.id ?? named.url ?? named.src ?? named.v ?? args.join("/");
      if (stated === "") return null;
      const { frame, page } = toAddresses(stated);
      if (frame === null || !allowsHtml) return `<${page}>`;
      const title = toAttribute(named.title ?? name);
      return `<iframe src="${toAttribute(frame)}" title="${title}" width="560" height="315" loading="lazy" allowfullscreen></iframe>`;
    },
  };
}

const isAddress = (text: string): boolean => /^https?:\/\//.test(text);

const youtube = embed("YouTube", (stated) => {
  const id = /(?:[?&]v=|youtu\.be\/|embed\/|shorts\/)([\w-]+)/.exec(stated)?.[1] ?? stated;
  return {
    frame: `https://www.youtube-nocookie.com/embed/${encodeURIComponent(id)}`,
    page: `https://www.youtube.com/watch?v=${encodeURIComponent(id)}`,
  };
});
const vimeo = embed("Vimeo", (stated) => {
  const id = /(\d+)\/?$/.exec(stated)?.[1] ?? stated;
  return { frame: `https://player.vimeo.com/video/${encodeURIComponent(id)}`, page: `https://vimeo.com/${encodeURIComponent(id)}` };
});
/** A link, because showing the content would run another site's script. */
const linkTo = (toPage: (id: string) => string): ShortcodeRow =>
  embed("", (stated) => ({ frame: null, page: isAddress(stated) ? stated : toPage(stated) }));
const gist = linkTo((id) => `https://gist.github.com/${encodeURI(id)}`);
const tweet = linkTo((id) => `https://twitter.com/i/status/${encodeURI(id.slice(id.lastIndexOf("/") + 1))}`);

const quote: ShortcodeRow = {
  write({ args, named, content }) {
    if (content === null) return null;
    const author = named.author ?? args.join(" ");
    return toQuote(author === "" ? content.trim() : `${content.trim()}\n\n— ${author}`);
  },
};

/** The address of another file, for a link: Hugo's `ref`, Jekyll's `post_url` and `link`. */
const reference: ShortcodeRow = {
  write({ args: [first = ""], named }) {
    const [path = "", fragment] = (named.path ?? first).split("#");
    return path === "" ? null : toNamedReference(path, "") + (fragment === undefined ? "" : `#${fragment}`);
  },
};

/** Hexo's `{% post_link name [title] %}`. */
const postLink: ShortcodeRow = {
  write: ({ args: [name = "", ...title] }) => (name === "" ? null : `[${title.join(" ") || name}](${toNamedReference(name, "")})`),
};

/** All built-in transforms, by name. `markdown.shortcodes` replaces them or adds others. */
export const SHORTCODES: Readonly<Record<string, ShortcodeRow>> = {
  ...Object.fromEntries(BOXES.split(" ").map((name) => [name, box])),
  ...Object.fromEntries(TYPED_BOXES.split(" ").map((name) => [name, typedBox])),
  figure,
  image,
  img: image,
  asset_img: image,
  highlight: code,
  code,
  codeblock: code,
  mermaid: { isVerbatim: true, write: ({ content }) => (content === null ? null : toFence("mermaid", content)) },
  katex: formula,
  math: formula,
  youtube,
  vimeo,
  gist,
  tweet,
  twitter: tweet,
  blockquote: quote,
  ref: reference,
  relref: reference,
  post_url: reference,
  link: reference,
  post_link: postLink,
  details: { write: ({ args, named, content }) => toBox("details", named.summary ?? named.title ?? args.join(" "), content, "-") },
  raw: { isVerbatim: true, write: ({ content }) => content },
  verbatim: { isVerbatim: true, write: ({ content }) => content },
  comment: { isVerbatim: true, write: ({ content }) => (content === null ? null : "") },
  toc: { write: () => "" },
};

function toBox(type: string, title: string, content: string | null, fold = ""): string | null {
  return content === null ? null : toQuote([`[!${type}]${fold} ${title}`.trimEnd(), withoutEdges(content)].join("\n"));
}

function toQuote(text: string): string {
  return text.replaceAll(/^(?=(.?))/gm, (_, next: string) => (next === "" ? ">" : "> "));
}

/** A code block with a fence that is longer than any in the text. */
function toFence(info: string, content: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${info}\n${withoutEdges(content)}\n${fence}`;
}

/** The text without the line breaks next to its tags. */
function withoutEdges(content: string): string {
  return content.replace(/^[ \t]*\n/, "").replace(/\n[ \t]*$/, "");
}

function toPicture(src: string, alt: string): string {
  return `![${alt.replaceAll(/[[\]\\]/g, "\\$&")}](${/[\s()<>]/.test(src) ? encodeURI(src).replaceAll(/[()]/g, (sign) => (sign === "(" ? "%28" : "%29")) : src})`;
}

function toAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
