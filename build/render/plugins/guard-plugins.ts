import type { Pluggable, PluggableList, Plugin, Processor, Transformer } from "unified";
import type { Node } from "unist";
import type { VFile } from "vfile";
import { placeOfThrow } from "../../config/config-import-error.ts";
import type { Finding } from "../../shared/diagnostics.ts";
import type { MarkdownSettings } from "../../shared/resolved-config.ts";

type PluginList = "remarkPlugins" | "rehypePlugins";

/** An author's plugin, with its name in messages. */
interface NamedPlugin {
  /** The name of its function, or `this plugin` if it has none. */
  readonly name: string;
  readonly field: readonly ["markdown", PluginList, number];
}

/** Wraps an error (the cause) that a plugin threw while transforming a document. */
export class PluginError extends Error {
  override readonly name = "PluginError";
  readonly plugin: NamedPlugin;

  constructor(plugin: NamedPlugin, cause: unknown) {
    super(`${plugin.name} failed`, { cause });
    this.plugin = plugin;
  }
}

export interface GuardedPlugins {
  readonly settings: MarkdownSettings;
  /** Findings about plugins that could not be attached, one for each. Such plugins do nothing. */
  broken(): readonly Finding[];
}

/**
 * Wraps plugins, including those in presets, so that errors name the plugin.
 * @param cwd base for the paths in messages
 */
export function guardPlugins(settings: MarkdownSettings, cwd: string): GuardedPlugins {
  const broken = new Map<string, Finding>();
  const onBroken = ({ name, field }: NamedPlugin, error: unknown): void => {
    const hint = `${thrownAt(error, cwd)}check its options, or remove it`;
    broken.set(field.join("."), { code: "plugin-failed", message: `${name} cannot be attached: ${textOfError(error)}`, hint, field });
  };
  const guardList = (list: PluginList): PluggableList => {
    // unified merges the options of a plugin that is listed twice.
    const guards = new Map<Plugin, Plugin>();
    const guard = (pluggable: Pluggable, index: number): PluggableList => {
      if (typeof pluggable !== "function" && !Array.isArray(pluggable)) {
        const { plugins, settings: others = {} } = pluggable;
        return [...(plugins ?? []).flatMap((one) => guard(one, index)), { settings: others }];
      }
      const [attacher, ...options] = (Array.isArray(pluggable) ? pluggable : [pluggable]) as [Plugin, ...unknown[]];
      const { name } = attacher;
      const plugin: NamedPlugin = { name: name === "" || name === "default" ? "this plugin" : name, field: ["markdown", list, index] };
      const guarded = guards.get(attacher) ?? guardAttacher(attacher, plugin, onBroken);
      guards.set(attacher, guarded);
      return [[guarded, ...options]];
    };
    return (settings[list] ?? []).flatMap(guard);
  };
  const guarded = { remarkPlugins: guardList("remarkPlugins"), rehypePlugins: guardList("rehypePlugins") };
  return { settings: { ...settings, ...guarded }, broken: () => [...broken.values()] };
}

function guardAttacher(attacher: Plugin, plugin: NamedPlugin, onBroken: (plugin: NamedPlugin, error: unknown) => void): Plugin {
  const attach = function (this: Processor, ...options: []): Transformer | undefined {
    try {
      const transform: unknown = attacher.apply(this, options);
      if (transform instanceof Promise) {
        transform.catch(() => {});
        throw new Error("it is async, but unified needs its transformer synchronously");
      }
      return typeof transform === "function" ? guardTransformer(transform as AnyTransformer, plugin) : undefined;
    } catch (error) {
      onBroken(plugin, error);
      return undefined;
    }
  };
  return Object.defineProperty(attach, "name", { value: attacher.name });
}

/**
 * unified's call forms. A transformer with three parameters returns its result through the last
 * one.
 */
type AnyTransformer = (tree: Node, file: VFile, next?: (error?: unknown, tree?: Node) => void) => unknown;

function guardTransformer(transform: AnyTransformer, plugin: NamedPlugin): Transformer {
  return async (tree, file) => {
    try {
      const result =
        transform.length > 2
          ? await new Promise((resolve, reject) => {
              const result = transform(tree, file, (error, changed) => (error ? reject(error) : resolve(changed)));
              // Otherwise, the error of an async transformer would be lost.
              if (result instanceof Promise) result.catch(reject);
            })
          : await transform(tree, file);
      if (result instanceof Error) throw result;
      return result as Node | undefined;
    } catch (error) {
      throw new PluginError(plugin, error);
    }
  };
}

/** The text of an error on one line. */
export function textOfError(error: unknown): string {
  return (error instanceof Error ? error.message || error.name : String(error)).trim().replace(/\s*\n\s*/g, " ");
}

/** Returns `thrown at plugins/shout.ts:3:9; ` if that is one of the author's files. */
export function thrownAt(error: unknown, cwd: string): string {
  const place = error instanceof Error ? placeOfThrow(error, cwd, import.meta.url) : null;
  return place === null ? "" : `thrown at ${place.file}:${place.line}:${place.column}; `;
}
