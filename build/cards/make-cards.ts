import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { MEDIA_PREFIX } from "../../contract/paths.ts";
import type { Image } from "../../contract/schemas/values.ts";
import { putBelow } from "../../contract/text/base-path.ts";
import type { OutputFile } from "../emit/output-file.ts";
import { hashOf } from "../pictures/picture-names.ts";
import type { Finding } from "../shared/diagnostics.ts";
import { CardFonts } from "./card-fonts.ts";
import { CARD_SIZE, type CardText, drawCard } from "./draw-card.ts";

/** Cards of a site, for the heads of its pages. */
export interface Cards {
  readonly site: Image;
  /** Cards of posts, by slug. A post without one uses the site's card. */
  readonly posts: ReadonlyMap<string, Image>;
}

export interface CardsInput {
  /** Titles of the posts that get a card, by slug. */
  readonly posts: ReadonlyMap<string, string>;
  readonly site: { readonly name: string; readonly tagline: string; readonly accent: string };
  /** Address of the site's files. */
  readonly address: string;
  /**
   * Absolute path of the configuration's folder, from which the owner's font and resvg are looked
   * up.
   */
  readonly root: string;
  /** The owner's font, relative to `root`; null to use only the package's fonts. */
  readonly font: string | null;
  readonly cacheDir: string;
  /** Whether to only look for mistakes. */
  readonly isCheck?: boolean;
}

export interface MadeCards {
  readonly cards: Cards | null;
  readonly files: readonly OutputFile[];
  /** Mistakes in settings. */
  readonly findings: readonly Finding[];
}

/** The part of @resvg/resvg-js that is used. */
interface ResvgPackage {
  readonly Resvg: new (
    svg: string,
    options: { readonly font: { readonly loadSystemFonts: boolean; readonly fontFiles: readonly string[] } },
  ) => { render(): { readonly pixels: Buffer } };
}

const PACKAGE = "@resvg/resvg-js";
const CARDS_FOLDER = "cards";
/** Encoding takes 8 ms, and saves two thirds of the bytes that resvg would write. */
const PNG = { palette: true, colours: 12, dither: 0, effort: 1 } as const;
const HEADING_LENGTH_MAX = 300;

/**
 * Makes the share cards of a site. Each card is drawn once and kept in the cache. The same text
 * gives the same bytes.
 */
export async function makeCards(input: CardsInput): Promise<MadeCards> {
  const { root, font, site, posts } = input;
  const own = font === null ? null : readOwnFont(join(root, font));
  if (own === "missing") return fail(["cards", "font"], `there is no file ${font}`, "name a font file of the site: fonts/title.ttf");
  const fonts = CardFonts.load(own);
  if (fonts === null)
    return fail(["cards", "font"], `${font} is not a font that octavo can read`, "want TrueType (.ttf), OpenType (.otf) or WOFF 1");
  const resvg = loadResvg(root);
  if (resvg === null)
    return fail(["cards"], `cards are drawn by the package ${PACKAGE}, which is not installed`, `run npm install ${PACKAGE}`);
  if (input.isCheck === true) return { cards: null, files: [], findings: [] };
  const maker = new CardMaker(input, fonts, resvg);
  const shownName = fonts.covers(site.name) ? site.name : new URL(input.address).host;
  const made = new Map<string, Image>();
  for (const [slug, title] of posts) {
    if (!fonts.covers(title)) continue;
    made.set(slug, await maker.make(`card-${slug}`, { title, below: shownName }));
  }
  const general = await maker.make("card", { title: shownName, below: fonts.covers(site.tagline) ? site.tagline : "" });
  maker.prune();
  return { cards: { site: general, posts: made }, files: maker.files, findings: [] };
}

function fail(field: readonly string[], message: string, hint: string): MadeCards {
  return { cards: null, files: [], findings: [{ code: "cards", message, hint, field }] };
}

class CardMaker {
  readonly files: OutputFile[] = [];
  readonly #folder: string;
  readonly #fonts: CardFonts;
  readonly #input: CardsInput;
  readonly #resvg: ResvgPackage;
  readonly #names = new Set<string>();
  #fontFiles: readonly string[] | null = null;

  constructor(input: CardsInput, fonts: CardFonts, resvg: ResvgPackage) {
    this.#input = input;
    this.#fonts = fonts;
    this.#resvg = resvg;
    this.#folder = join(input.cacheDir, CARDS_FOLDER);
    mkdirSync(this.#folder, { recursive: true });
  }

  async make(name: string, text: CardText): Promise<Image> {
    const svg = drawCard({ ...text, title: text.title.slice(0, HEADING_LENGTH_MAX) }, this.#input.site, this.#fonts);
    // The hash covers everything that determines the bytes.
    const file = `${name}.${hashOf(svg, this.#fonts.id)}.png`;
    const path = join(this.#folder, file);
    this.#names.add(file);
    if (!existsSync(path)) await this.#draw(svg, path);
    const published = `${MEDIA_PREFIX}/${file}`;
    this.files.push({ path: published.slice(1), content: { copyFrom: path } });
    return {
      ...{ url: putBelow(this.#input.address, published), alt: text.title, ...CARD_SIZE, mimeType: "image/png" },
      ...{ thumbhash: null, dominantColor: null, variants: [] },
    };
  }

  /** Removes cards with outdated texts from the cache. */
  prune(): void {
    for (const name of readdirSync(this.#folder)) if (name.endsWith(".png") && !this.#names.has(name)) rmSync(join(this.#folder, name));
  }

  async #draw(svg: string, path: string): Promise<void> {
    this.#fontFiles ??= this.#fonts.writeFiles(this.#folder);
    const { pixels } = new this.#resvg.Resvg(svg, { font: { loadSystemFonts: false, fontFiles: this.#fontFiles } }).render();
    const { default: sharp } = await import("sharp");
    writeFileSync(
      path,
      await sharp(pixels, { raw: { ...CARD_SIZE, channels: 4 } })
        .png(PNG)
        .toBuffer(),
    );
  }
}

/** null if the owner has not installed it. */
function loadResvg(root: string): ResvgPackage | null {
  for (const from of [join(root, "package.json"), import.meta.url])
    try {
      return createRequire(from)(PACKAGE) as ResvgPackage;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND")) throw error;
    }
  return null;
}

function readOwnFont(path: string): Buffer | "missing" {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "EISDIR")) return "missing";
    throw error;
  }
}
