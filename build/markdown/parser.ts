import type { Root } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { type Pluggable, type PluggableList, type Plugin, type Processor, unified } from "unified";
import type { MarkdownSettings } from "../shared/resolved-config.ts";
import { findDeepNode } from "./excess.ts";
import { SettingsError } from "./markdown-settings.ts";
import { hasWeakSpot } from "./weak-spots.ts";

/** Native code that parses Markdown to mdast with positions. */
export type NativeParse = (markdown: string) => Root;

/** A processor with a parser and the author's remark plugins, not yet frozen. */
export type RemarkProcessor = Processor<Root, undefined, undefined, undefined, undefined>;

export interface ParserOptions {
  /** Called once per renderer if `auto` cannot use the fast parser. */
  readonly notice?: (text: string) => void;
  /** Loads the fast parser. Rejects if there is no binary for the platform. Default: Sätteri. */
  readonly loadNative?: () => Promise<NativeParse>;
}

async function loadSatteri(math: boolean): Promise<NativeParse> {
  const { toMdast } = await import("./satteri.ts");
  return (markdown) => toMdast(markdown, { math });
}

/**
 * A processor that parses CommonMark and GFM and runs the author's remark plugins. Sätteri is nine
 * times as fast as remark-parse, and a parity suite ensures equal results. remark-parse is used if
 * the configuration requires it, if a plugin extends the syntax (which only micromark supports), if
 * Sätteri has no binary, and for documents with text that Sätteri is known to misread.
 *
 * @throws SettingsError if the configuration requires Sätteri and it cannot be used
 */
export async function createParser(
  config: Pick<MarkdownSettings, "parser" | "remarkPlugins" | "math">,
  options: ParserOptions = {},
): Promise<RemarkProcessor> {
  const { parser = "auto", math = false } = config;
  const mathSyntax: PluggableList = math ? [(await import("remark-math")).default] : [];
  const plugins = (config.remarkPlugins ?? []).filter((plugin) => !isPlainGfm(plugin));
  const finish = (processor: RemarkProcessor): RemarkProcessor => processor.use(plugins);
  const referenceParser = (): RemarkProcessor => unified().use(remarkParse).use([remarkGfm]).use(mathSyntax);
  // The author's remark-gfm is used with its options, because the default one would parse syntax
  // that they disable.
  const reference = plugins.some((plugin) => nameOf(plugin) === GFM) ? unified().use(remarkParse).use(mathSyntax) : referenceParser();
  if (parser === "remark") return finish(reference);

  const fallBack = (reason: string, remedy: string, cause?: unknown): RemarkProcessor => {
    if (parser === "satteri")
      throw new SettingsError(
        [{ code: "parser", message: `"satteri" cannot be used: ${reason}`, hint: remedy, field: ["markdown", "parser"] }],
        { cause },
      );
    options.notice?.(`Markdown is parsed by remark-parse, which is slower than Sätteri: ${reason}`);
    return finish(reference);
  };

  const extensions = plugins.filter(extendsSyntax).map(nameOf);
  if (extensions.length > 0) {
    const [verb, subject] = extensions.length === 1 ? ["extends", "it"] : ["extend", "them"];
    return fallBack(`${extensions.join(", ")} ${verb} the syntax of Markdown`, `remove ${subject}, or set "auto" or "remark"`);
  }
  try {
    const parse = await (options.loadNative ?? (() => loadSatteri(math)))();
    return finish(nativeParser(parse, referenceParser().freeze()));
  } catch (error) {
    return fallBack(`its native binary cannot be loaded (${messageOf(error)})`, `install it, or set "auto" or "remark"`, error);
  }
}

function nativeParser(parse: NativeParse, reference: RemarkProcessor): RemarkProcessor {
  const useNative: Plugin<[], string, Root> = function () {
    this.parser = (markdown) => {
      const root = parse(markdown);
      // The caller rejects a text that is nested too deeply; remark-parse would take minutes to
      // parse it.
      return hasWeakSpot(markdown) && findDeepNode(root) === null ? reference.parse(markdown) : root;
    };
  };
  return unified().use(useNative);
}

const GFM = "remarkGfm";

/**
 * Whether a plugin is remark-gfm without options. GFM is already on, and plugin lists copied from
 * other tools often include it. With options, it counts as a syntax extension. `[remarkGfm, false]`
 * attaches nothing, so GFM stays on.
 */
function isPlainGfm(plugin: Pluggable): boolean {
  return nameOf(plugin) === GFM && (!Array.isArray(plugin) || typeof plugin[1] !== "object" || plugin[1] === null);
}

/** Whether a plugin, when attached, registers micromark syntax or the handling of its nodes. */
function extendsSyntax(plugin: Pluggable): boolean {
  const list: PluggableList = [plugin];
  const data: Record<string, unknown> = unified().use(remarkParse).use(list).freeze().data() as Record<string, unknown>;
  return ["micromarkExtensions", "fromMarkdownExtensions"].some((key) => Array.isArray(data[key]) && data[key].length > 0);
}

function nameOf(plugin: Pluggable): string {
  const attacher = Array.isArray(plugin) ? plugin[0] : plugin;
  return typeof attacher === "function" && attacher.name !== "" ? attacher.name : "a plugin";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error);
}
