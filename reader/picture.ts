import { thumbHashToDataURL } from "thumbhash";
import type { Image } from "../packages/octavo-client/client.ts";
import { toPicture } from "../packages/octavo-client/picture-attributes.ts";
import { h } from "./element.ts";

interface PictureOptions {
  /** The `sizes` attribute: how wide it is shown. */
  readonly sizes: string;
  /** In view at once, so it is loaded first. */
  readonly first?: boolean;
  readonly class?: string;
  /** One of many: a width of THUMBNAIL_MAX_PX is enough. */
  readonly thumbnail?: boolean;
}

/** Widest variants loaded without an interaction: wider ones are often over 100 KB. */
const PICTURE_MAX_PX = 1_000;
const THUMBNAIL_MAX_PX = 640;
/** A visitor who does one of these is looking at the page: from then on, pictures are as sharp as the screen. */
const INTERACTIONS = ["pointerdown", "wheel", "touchstart", "keydown"];

/** A picture in the size at which it is shown, over a blurred preview until it has loaded. */
export function pictureFrame(image: Image, { sizes, first = false, class: name, thumbnail = false }: PictureOptions): HTMLElement {
  const maxWidth = thumbnail ? THUMBNAIL_MAX_PX : PICTURE_MAX_PX;
  const { style, ...attributes } = toPicture(image, { sizes, maxWidth, eager: first });
  const element = h("img", attributes);
  const frame = h("span", { class: `picture ${name ?? ""}` }, element);
  frame.style.cssText = style ?? "";
  if (image.width !== null && image.height !== null) frame.style.aspectRatio = `${image.width} / ${image.height}`;
  const blurred = blur(image.thumbhash);
  if (blurred !== null) frame.style.backgroundImage = `url(${blurred})`;
  const { srcset = "" } = toPicture(image);
  if (!thumbnail && srcset !== (attributes.srcset ?? "")) {
    const sharpen = (): void => {
      for (const name of INTERACTIONS) removeEventListener(name, sharpen);
      element.srcset = srcset;
    };
    for (const name of INTERACTIONS) addEventListener(name, sharpen, { passive: true });
  }
  const clear = (): void => frame.classList.add("loaded");
  if (element.complete) clear();
  element.addEventListener("load", clear);
  // If the picture is gone, its description is shown instead; lists show nothing.
  element.addEventListener("error", () => {
    clear();
    frame.classList.add("missing");
    frame.replaceChildren(image.alt);
  });
  return frame;
}

function blur(thumbhash: string | null): string | null {
  if (thumbhash === null) return null;
  return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0)));
}
