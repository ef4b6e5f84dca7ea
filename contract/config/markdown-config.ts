/**
 * The part of unified's type `Pluggable` that a configuration needs. It is copied here so that
 * types need no package.
 */
export type MarkdownPlugin =
  | ((...options: never[]) => unknown)
  | readonly [plugin: (...options: never[]) => unknown, ...options: unknown[]]
  | { readonly plugins?: readonly unknown[]; readonly settings?: object };

/** A shortcode, Liquid tag or directive in the author's spelling. */
export interface Shortcode {
  readonly name: string;
  /** Values without a name, in order. For a directive, its title. */
  readonly args: readonly string[];
  readonly named: Readonly<Record<string, string>>;
  /**
   * The text up to the shortcode's end tag, with inner shortcodes translated; null if it has no end
   * tag.
   */
  readonly content: string | null;
}

export interface MarkdownConfig {
  /** How raw HTML in an author's Markdown is treated. Default `allow`. */
  rawHtml?: "allow" | "escape" | "sanitize";
  /**
   * Words in the HTML comments that end an excerpt. Default `more` and `truncate`: `<!-- more -->`.
   */
  excerptMarks?: readonly string[];
  /**
   * Written as in unified: `[plugin]` or `[[plugin, options]]`. Plugins that extend remark's syntax
   * switch the parser to remark-parse.
   */
  remarkPlugins?: readonly MarkdownPlugin[];
  rehypePlugins?: readonly MarkdownPlugin[];
  /**
   * Transforms of shortcodes (`{{< name >}}`), Liquid tags (`{% name %}`) and directives
   * (`:::name`), by name. Each returns Markdown, or null to leave the text unchanged. They replace
   * or extend the built-in ones. `false` turns a name off, and `shortcodes: false` turns all of
   * them off, so that their text stays unchanged.
   */
  shortcodes?: false | Readonly<Record<string, false | ((shortcode: Shortcode) => string | null)>>;
  /**
   * Whether texts use Obsidian's syntax: `[[page]]`, `![[picture.png]]`, `#tags` and
   * `==highlights==` are recognized, `%%comments%%` are removed, and links can name a page by its
   * `aliases`. Default false.
   */
  wikiLinks?: boolean;
  /**
   * Whether code blocks with a language are highlighted. Tokens get the classes of highlight.js,
   * and the style sheet of `website` has colours for them. Default false.
   */
  highlight?: boolean;
  /**
   * Whether a picture that is alone in its paragraph becomes a `<figure>`, with its title as the
   * caption. Default false.
   */
  figures?: boolean;
  /**
   * Whether the address of a video, song or post that is alone in its paragraph (YouTube, Vimeo,
   * PeerTube, Mastodon, Bluesky, Spotify, CodePen, GitHub) becomes a card that loads its player on
   * a click. Default false.
   */
  embeds?: boolean;
  /**
   * Whether `$…$` and `$$…$$` are formulas in TeX, which KaTeX turns into MathML. Default false.
   */
  math?: boolean;
  /**
   * Whether code blocks in the language `mermaid` are drawn on the pages of `website`, with the
   * mermaid package that your site installs. Default false.
   */
  diagrams?: boolean;
  /** `auto` (default) uses Sätteri and falls back to remark-parse, with a notice. */
  parser?: "auto" | "satteri" | "remark";
}
