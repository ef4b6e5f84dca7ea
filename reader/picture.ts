import { thumbHashToDataURL } from "thumbhash";
import type { Image } from "../packages/octavo-client/client.ts";
import { h } from "./element.ts";

interface PictureOptions {
  /** As in the attribute: how wide it is shown. */
  readonly sizes: string;
  /** Seen at once: it is loaded first. */
  readonly first?: boolean;
  readonly class?: string;
}

/** A picture at the size at which it is shown, with its blurred likeness until it is there. */
export function pictureFrame(image: Image, { sizes, first = false, class: name }: PictureOptions): HTMLElement {
  const widths = image.variants.map((variant) => `${variant.url} ${variant.width}w`);
  const smallest = image.variants[0];
  const element = h("img", {
    src: smallest?.url ?? image.url,
    ...(widths.length === 0 ? {} : { srcset: widths.join(", "), sizes }),
    alt: image.alt,
    width: image.width,
    height: image.height,
    loading: first ? "eager" : "lazy",
    fetchpriority: first ? "high" : null,
    decoding: "async",
  });
  const frame = h("span", { class: `picture ${name ?? ""}` }, element);
  if (image.dominantColor !== null) frame.style.backgroundColor = image.dominantColor;
  if (image.width !== null && image.height !== null) frame.style.aspectRatio = `${image.width} / ${image.height}`;
  const blurred = blur(image.thumbhash);
  if (blurred !== null) frame.style.backgroundImage = `url(${blurred})`;
  const clear = (): void => frame.classList.add("loaded");
  if (element.complete) clear();
  element.addEventListener("load", clear);
  // Of a picture elsewhere that is gone its description is shown, in lists nothing.
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
