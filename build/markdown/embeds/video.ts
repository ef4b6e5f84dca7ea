/** Describes how to embed videos from common providers. */

interface Embed {
  readonly provider: string;
  /** null if the provider has no page for iframes. `<video>` plays a file. */
  readonly embedUrl: string | null;
}

const VIDEO_FILE = /\.(?:mp4|m4v|webm|ogv|mov)$/i;
const ID = "([A-Za-z0-9_-]+)";
const YOUTUBE_PATH = new RegExp(`^/(?:embed|shorts|live|v)/${ID}`);
const VIMEO_PATH = /^\/(?:video\/)?(\d+)(?:\/([0-9a-f]+))?/;
const PEERTUBE_PATH = new RegExp(`^/(?:w|videos/watch|videos/embed)/(?!p/)${ID}/?$`);

/**
 * Provider and address for an iframe. YouTube uses its no-cookie host and Vimeo `dnt=1`, so that
 * visitors are not tracked before they press play.
 */
export function describeVideo(url: string): Embed {
  const { hostname, pathname, searchParams, origin } = new URL(url);
  const host = hostname.replace(/^(?:www|m|music)\./, "");
  if (host === "youtube.com" || host === "youtube-nocookie.com" || host === "youtu.be") {
    const id = host === "youtu.be" ? pathname.slice(1).split("/")[0] : (searchParams.get("v") ?? YOUTUBE_PATH.exec(pathname)?.[1]);
    return { provider: "youtube", embedUrl: id ? `https://www.youtube-nocookie.com/embed/${encodeURIComponent(id)}` : null };
  }
  if (host === "vimeo.com" || host === "player.vimeo.com") {
    const [, id, hash] = VIMEO_PATH.exec(pathname) ?? [];
    const secret = hash ?? searchParams.get("h");
    const query = secret ? `?h=${encodeURIComponent(secret)}&dnt=1` : "?dnt=1";
    return { provider: "vimeo", embedUrl: id ? `https://player.vimeo.com/video/${id}${query}` : null };
  }
  if (VIDEO_FILE.test(pathname)) return { provider: "file", embedUrl: null };
  const peertube = PEERTUBE_PATH.exec(pathname)?.[1];
  if (peertube) return { provider: "peertube", embedUrl: new URL(`/videos/embed/${peertube}`, origin).href };
  return { provider: host, embedUrl: null };
}
