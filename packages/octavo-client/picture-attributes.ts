import type { Image } from "./generated/api-types.ts";

export interface ToPictureOptions {
  /** Displayed width, as in `<img sizes>`. Default `100vw`. */
  readonly sizes?: string;
  /** Widest variant to offer, in pixels. Default: all. */
  readonly maxWidth?: number;
  /** Whether it is visible immediately and must be loaded first. */
  readonly eager?: boolean;
  /** Rewrites the address of a file. */
  readonly rewrite?: (url: string) => string;
}

/** Attributes of an `<img>`. Undefined ones are left out. */
export interface PictureAttributes {
  readonly src: string;
  readonly srcset: string | undefined;
  readonly sizes: string | undefined;
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly alt: string;
  readonly loading: "eager" | "lazy";
  readonly fetchpriority: "high" | undefined;
  readonly decoding: "async";
  /** The dominant colour, shown until the picture has loaded. */
  readonly style: string | undefined;
}

/**
 * The attributes of an `<img>` for a picture from the API: variants for different screens, its
 * size, and a placeholder colour.
 */
export function toPicture(image: Image, options: ToPictureOptions = {}): PictureAttributes {
  const { sizes = "100vw", maxWidth = Number.POSITIVE_INFINITY, eager = false, rewrite = (url) => url } = options;
  const variants = image.variants.filter(({ width }, index) => index === 0 || width <= maxWidth);
  const [smallest = image] = variants;
  const srcset = variants.map(({ url, width }) => `${rewrite(url)} ${width}w`).join(", ") || undefined;
  return {
    src: rewrite(smallest.url),
    srcset,
    sizes: srcset && sizes,
    width: image.width ?? undefined,
    height: image.height ?? undefined,
    alt: image.alt,
    loading: eager ? "eager" : "lazy",
    fetchpriority: eager ? "high" : undefined,
    decoding: "async",
    style: image.dominantColor === null ? undefined : `background-color:${image.dominantColor}`,
  };
}
