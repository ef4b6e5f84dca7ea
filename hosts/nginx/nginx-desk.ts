import { escapeDots } from "../../contract/host-routes.ts";
import { URI_MAX_BYTES } from "../../contract/limits.ts";
import { SERVICE_WORKER_FILE } from "../../contract/static-files.ts";
import { OWN_REFUSAL_HEADERS, SHARED_REFUSAL_HEADERS, TOO_LONG_MESSAGE } from "../desk-refusals.ts";
import type { HostFile, HostOptions } from "../host-files.ts";
import type { HostSite } from "../host-site.ts";
import { nginxProxyLines } from "./nginx-proxy.ts";
import { addHeaders, nginxBlock, quoteWithVariables } from "./nginx-syntax.ts";

/** The desk's forms have at most 96 KiB. */
const BODY_MAX = "128k";
const AWAY = "@octavo_desk_away";
const TOO_LARGE = "@octavo_desk_too_large";
const TOO_LONG = "@octavo_desk_too_long";
/** nginx accepts no named location for a request whose path it cannot read. */
const REFUSED = "/.octavo_refused";

/** The desk under a path of the site. The server sets its headers, including `no-store`. */
export function deskLocations({ base }: Pick<HostSite, "base">, { desk = null, server }: HostOptions): string[] {
  if (desk?.path === undefined || server === null) return [];
  const lines = proxyLines(server);
  const ownWorker = escapeDots(`${base}/${SERVICE_WORKER_FILE}`);
  return [
    "# The owner's desk. A service worker could read its forms, so only Octavo's own is allowed.",
    "set $octavo_worker '$http_service_worker:$uri';",
    `if ($octavo_worker ~ ${quoteWithVariables(`^script:(?!${ownWorker}\\z)`)}) { return 403; }`,
    ...[`location = ${desk.path}`, `location ^~ ${desk.path}/`].flatMap((head) => nginxBlock(head, lines)),
    ...deskProblems(SHARED_REFUSAL_HEADERS),
    "# With large cookies, a script of the site can make nginx refuse any address. The sandbox keeps it from reading the desk's addresses.",
    ...unreadableLines(SHARED_REFUSAL_HEADERS),
  ];
}

/** A server block for the desk, if it has its own host name. @param folder for the file */
export function deskFiles({ desk = null, server }: HostOptions, folder: string): HostFile[] {
  if (desk?.origin === undefined || server === null) return [];
  return [{ path: `${folder}/desk.conf`, content: `${deskServer(desk.origin, server).join("\n")}\n` }];
}

function deskServer(origin: string, server: string): string[] {
  const { hostname, port, protocol } = new URL(origin);
  const isSecure = protocol === "https:";
  const listening = port === "" ? (isSecure ? "443" : "80") : port;
  const how = isSecure ? " ssl" : "";
  return [
    "# The owner's desk: copy it to /etc/nginx/sites-enabled. Change the first lines as you like.",
    ...nginxBlock("server", [
      `listen ${listening}${how};`,
      `listen [::]:${listening}${how};`,
      `server_name ${hostname};`,
      ...(isSecure
        ? [
            `ssl_certificate /etc/letsencrypt/live/${hostname}/fullchain.pem;`,
            `ssl_certificate_key /etc/letsencrypt/live/${hostname}/privkey.pem;`,
          ]
        : []),
      ...deskServerLines(server),
    ]),
  ];
}

/** The lines of that block that do not belong to the owner. */
export function deskServerLines(server: string): string[] {
  return [
    "# If the write server runs with --trust-proxy secret:",
    "set $octavo_proxy_secret '';",
    ...nginxBlock("location /", proxyLines(server)),
    ...deskProblems(OWN_REFUSAL_HEADERS),
    "# A host of the same domain can set large cookies, and so make nginx refuse any address.",
    ...unreadableLines(OWN_REFUSAL_HEADERS),
  ];
}

type Headers = Readonly<Record<string, string>>;

function deskProblems(headers: Headers): string[] {
  return [
    ...nginxBlock(`location ${AWAY}`, problemLines("503 'The server of the desk does not answer.'", headers)),
    ...nginxBlock(`location ${TOO_LARGE}`, problemLines("413 'The form is too large.'", headers)),
    ...nginxBlock(`location ${TOO_LONG}`, problemLines(`414 '${TOO_LONG_MESSAGE}'`, headers)),
  ];
}

/** Answers requests that nginx cannot read. */
function unreadableLines(headers: Headers): string[] {
  const lines = problemLines("400 'The request cannot be read: try again without cookies.'", headers);
  return [`error_page 400 494 =400 ${REFUSED};`, ...nginxBlock(`location = ${REFUSED}`, ["internal;", ...lines])];
}

function problemLines(answer: string, headers: Headers): string[] {
  return ["access_log off;", "default_type text/plain;", ...addHeaders(headers, { always: true }), `return ${answer};`];
}

function proxyLines(server: string): string[] {
  return [
    // Addresses contain sign-in links.
    "access_log off;",
    "# Refused here and not by the server, whose limit also counts the cookies.",
    `if ($request_uri ~ ${quoteWithVariables(`^.{${URI_MAX_BYTES + 1}}`)}) { return 414; }`,
    `error_page 414 = ${TOO_LONG};`,
    `client_max_body_size ${BODY_MAX};`,
    ...nginxProxyLines(server, { cookies: true, secret: true, away: AWAY, tooLarge: TOO_LARGE }),
    // The desk only answers requests for its own host name.
    "proxy_set_header Host $http_host;",
  ];
}
