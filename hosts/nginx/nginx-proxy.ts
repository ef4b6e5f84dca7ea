import { CLIENT_ADDRESS_HEADER, PROXY_SECRET_HEADER, STRIPPED_HEADERS } from "../../contract/proxy-headers.ts";

/** Headers that nginx sets itself, such as Connection. */
const OWN = ["connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "proxy-connection"];

export interface NginxProxyOptions {
  readonly cookies: boolean;
  /** Whether to send the shared secret. Only the write server gets it. */
  readonly secret: boolean;
  /** The location that answers if the target does not. */
  readonly away: string;
  /** The location that answers if the body is too large. Default: the API's. */
  readonly tooLarge?: string;
  /**
   * The target, if the location `away` can answer from a file, so that the wait for the target can
   * be short. For the reader (`files`), any failure counts; for the server, any sign that it is
   * unavailable counts. Default: that location has no file.
   */
  readonly reads?: "files" | "server" | null;
}

const PATIENCE = {
  files: { statuses: "500 502 503 504", connectSeconds: 1, readSeconds: 2 },
  server: { statuses: "502 503 504", connectSeconds: 1, readSeconds: 1 },
  none: { statuses: "502 504", connectSeconds: 5, readSeconds: 30 },
} as const;

/**
 * Forwards a request unchanged, except for headers that a client must not set.
 * @param origin `http://127.0.0.1:3000`
 */
export function nginxProxyLines(
  origin: string,
  { cookies, secret, away, tooLarge = "@octavo_too_large", reads = null }: NginxProxyOptions,
): string[] {
  const { statuses, connectSeconds, readSeconds } = PATIENCE[reads ?? "none"];
  const set = new Set([PROXY_SECRET_HEADER, CLIENT_ADDRESS_HEADER].map((name) => name.toLowerCase()));
  const stripped = STRIPPED_HEADERS.filter((name) => !OWN.includes(name) && !set.has(name));
  return [
    `proxy_pass ${origin};`,
    "proxy_http_version 1.1;",
    "proxy_redirect off;",
    ...(origin.startsWith("https:") ? ["proxy_ssl_server_name on;"] : []),
    // An error response from a proxy in between counts as no answer.
    "proxy_intercept_errors on;",
    `error_page ${statuses} = ${away};`,
    `error_page 413 = ${tooLarge};`,
    "recursive_error_pages on;",
    `proxy_connect_timeout ${connectSeconds}s;`,
    `proxy_read_timeout ${readSeconds}s;`,
    "proxy_set_header Connection '';",
    `proxy_set_header ${CLIENT_ADDRESS_HEADER} $remote_addr;`,
    `proxy_set_header ${PROXY_SECRET_HEADER} ${secret ? "$octavo_proxy_secret" : "''"};`,
    ...stripped.map((name) => `proxy_set_header ${name} '';`),
    ...(cookies ? [] : ["proxy_set_header Cookie '';"]),
  ];
}
