import { pathBelow } from "../../../../contract/text/base-path.ts";
import { decodePercent } from "../../../../contract/text/decode-percent.ts";
import type { Page } from "../../../../views/page.ts";
import { renderPage } from "../../../../views/render-page.ts";
import type { SiteView } from "../../../../views/site-view.ts";
import { idOf } from "../../../assemble/documents/identity.ts";
import { UNLISTED } from "../../../emit/output-file.ts";
import type { LateFile } from "../../index/text-file.ts";

/** A page of the site before it is rendered. */
export interface WebPage {
  /** The whole path, percent-encoded, including the site's base. */
  readonly path: string;
  /**
   * Digest of everything that the page shows in addition to the site's frame. `dev` never calls it,
   * because it renders pages on request.
   */
  id(): string;
  /** Whether it must not be in any list of files. */
  readonly isUnlisted?: boolean;
  /** Kinds of the documents that the page shows, if it is one of many pages. */
  readonly kinds?: readonly string[];
  make(): Page;
}

/** The file that hosts send for an address without a page. */
export const MISSING_FILE = "404.html";

/**
 * The file that hosts send for a path: `/a` is `a.html`, `/a/` is `a/index.html`.
 * @param path the whole path
 */
export function fileOfPage(path: string, base: string): string {
  const below = pathBelow(base, path) ?? path;
  const name = ((below.includes("%") ? decodePercent(below) : null) ?? below).slice(1);
  if (name === "" || name.endsWith("/")) return `${name}index.html`;
  return /\.html?$/.test(name) ? name : `${name}.html`;
}

/** Everything that pages show in addition to their documents. */
interface PageFrame {
  readonly site: SiteView;
  /** Digest of the site's frame and of the views. */
  readonly id: string;
}

/** A page as a file of dist. It is rendered when it is written. */
export class PageFile implements LateFile {
  readonly path: string;
  readonly #page: Omit<WebPage, "path">;
  readonly #frame: PageFrame;
  #identity: string | null = null;

  constructor(path: string, page: Omit<WebPage, "path">, frame: PageFrame) {
    this.path = path;
    this.#page = page;
    this.#frame = frame;
  }

  get kinds(): WebPage["kinds"] {
    return this.#page.kinds;
  }

  get identity(): string {
    this.#identity ??= `${this.#page.isUnlisted === true ? UNLISTED : ""}${this.#page.id()} ${this.#frame.id}`;
    return this.#identity;
  }

  bytes(): Uint8Array {
    return Buffer.from(renderPage(this.#page.make(), this.#frame.site));
  }
}

/** Makes a digest from values, as JSON. */
export function pageId(...values: readonly unknown[]): string {
  return idOf(JSON.stringify(values));
}
