/**
 * The part of unified's type `Pluggable` that a configuration needs. A copy, so that no package is
 * needed.
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
  /** Text up to its end, with inner shortcodes translated. null: it has no end. */
  readonly content: string | null;
}

export interface MarkdownConfig {
  /** Raw HTML in an author's Markdown. Default `allow`. */
  rawHtml?: "allow" | "escape" | "sanitize";
  /**
   * Words in the HTML comments that end an excerpt. Default `more` and `truncate`: `<!-- more -->`.
   */
  excerptMarks?: readonly string[];
  /**
   * As in unified: `[plugin]` or `[[plugin, options]]`. Plugins that extend remark's syntax switch
   * the parser to remark-parse.
   */
  remarkPlugins?: readonly MarkdownPlugin[];
  rehypePlugins?: readonly MarkdownPlugin[];
  /**
   * Transforms of shortcodes (`{{< name >}}`), Liquid tags (`{% name %}`) and directives
   * (`:::name`), by name. Each returns Markdown, or null to leave the text unchanged. They replace
   * or extend the built-in ones. false leaves a name unchanged, and `shortcodes: false` leaves all
   * of them.
   */
  shortcodes?: false | Readonly<Record<string, false | ((shortcode: Shortcode) => string | null)>>;
  /**
   * Whether texts use Obsidian's syntax: `[[page]]`, `![[picture.png]]`, `#tags` and
   * `==highlights==` are read, `%%comments%%` are removed, and `aliases` are names for links.
   * Default false.
   */
  wikiLinks?: boolean;
  /**
   * Whether code blocks with a language are coloured. Words get the classes of highlight.js, and
   * the style sheet of `website` has colours for them. Default false.
   */
  highlight?: boolean;
  /**
   * Whether a picture by itself in a paragraph becomes a `<figure>`, with its title as the caption.
   * Default false.
   */
  figures?: boolean;
  /**
   * Whether the address of a video, a song or a post alone in a paragraph (YouTube, Vimeo,
   * PeerTube, Mastodon, Bluesky, Spotify, CodePen, GitHub) becomes a card that loads its player on
   * a click. Default false.
   */
  embeds?: boolean;
  /**
   * Whether `$…$` and `$$…$$` are formulas: TeX, which KaTeX turns into MathML. Default false.
   */
  math?: boolean;
  /**
   * Whether fences of `mermaid` are drawn on the pages of `website`, by the package mermaid that
   * your site installs. Default false.
   */
  diagrams?: boolean;
  /** `auto` (default) uses Sätteri and falls back to remark-parse, with a notice. */
  parser?: "auto" | "satteri" | "remark";
}
