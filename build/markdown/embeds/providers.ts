import { describeVideo } from "./video.ts";

/** The kind of a player, which determines the height of its frame. */
export type EmbedShape = "video" | "audio" | "code" | "post";

/** The card of an address. */
export interface Embed {
  /** Name of the provider, for readers. */
  readonly provider: string;
  /**
   * The page for an iframe, and its shape; null if the provider has none, so the card is only a
   * link.
   */
  readonly frame: { readonly url: string; readonly shape: EmbedShape } | null;
}

/**
 * Returns the frame of an address: undefined if the address is not the provider's, null if it has
 * no frame.
 */
type ToFrame = (url: URL) => Embed["frame"] | undefined;

const NO_FRAME = null;

function videoOf(provider: string): ToFrame {
  return ({ href }) => {
    const video = describeVideo(href);
    return video.provider === provider && video.embedUrl !== null ? { url: video.embedUrl, shape: "video" } : undefined;
  };
}

/**
 * Creates a provider that has only one host. The groups of the pattern are filled into the
 * address of the frame.
 */
function onHost(host: string, path: RegExp, shape: EmbedShape, toUrl: (...parts: readonly string[]) => string): ToFrame {
  return ({ hostname, pathname }) => {
    if (hostname.replace(/^www\./, "") !== host) return;
    const [, ...parts] = path.exec(pathname) ?? [];
    return parts.length === 0 ? undefined : { url: toUrl(...parts), shape };
  };
}

/**
 * Providers by name, in order of preference. The first that recognizes an address is used.
 * Providers whose servers may have any name come last.
 */
const PROVIDERS: Readonly<Record<string, ToFrame>> = {
  YouTube: videoOf("youtube"),
  Vimeo: videoOf("vimeo"),
  Spotify: onHost(
    "open.spotify.com",
    /^\/(?:intl-[a-z-]+\/)?(track|album|artist|playlist|episode|show)\/([A-Za-z0-9]+)\/?$/,
    "audio",
    (kind, id) => `https://open.spotify.com/embed/${kind}/${id}`,
  ),
  CodePen: onHost(
    "codepen.io",
    /^\/([\w-]+)\/(?:pen|full|details)\/([A-Za-z0-9]+)\/?$/,
    "code",
    (user, pen) => `https://codepen.io/${user}/embed/${pen}?default-tab=result`,
  ),
  Bluesky: onHost(
    "bsky.app",
    /^\/profile\/(did:[a-z]+:[\w.:-]+|[\w.-]+)\/post\/([a-z0-9]+)\/?$/,
    "post",
    (author, post) => `https://embed.bsky.app/embed/${author}/app.bsky.feed.post/${post}`,
  ),
  // GitHub does not let other sites embed its pages.
  GitHub: ({ hostname, pathname }) => (/^(?:www\.|gist\.)?github\.com$/.test(hostname) && pathname.length > 1 ? NO_FRAME : undefined),
  PeerTube: videoOf("peertube"),
  Mastodon: ({ href, pathname }) => {
    const [, post] = /^(\/@[\w.-]+(?:@[\w.-]+)?\/\d{15,20})\/?$/.exec(pathname) ?? [];
    return post === undefined ? undefined : { url: new URL(`${post}/embed`, href).href, shape: "post" };
  },
};

/** The names of all providers, for the documentation. */
export const PROVIDER_NAMES: readonly string[] = Object.keys(PROVIDERS);

/**
 * Finds the card of a web address. No server is contacted, because the address is enough.
 * @returns null if it belongs to none of the providers
 */
export function findEmbed(address: string): Embed | null {
  const url = URL.parse(address);
  if (url === null || url.protocol !== "https:" || url.username !== "" || url.password !== "") return null;
  for (const [provider, toFrame] of Object.entries(PROVIDERS)) {
    const frame = toFrame(url);
    if (frame !== undefined) return { provider, frame };
  }
  return null;
}
