import { LOG_LEVELS } from "../../server/log.ts";
import { word } from "../options/readers.ts";
import { DESK_OPTIONS, shared } from "../options/shared-options.ts";
import { defineCommand } from "./command.ts";

export const apiCommand = defineCommand({
  name: "api",
  about: "run only the write server: comments, likes, inquiries, engagement",
  details: `Receives what visitors send on a site whose files are served elsewhere, for example by a CDN. The server stores visitors' submissions in a database, with secrets.json and salts.json next to it, and reads the published content from --published. GET /healthz reports whether the server is running, and GET /readyz whether it is ready. The server logs lines of JSON, without visitors' addresses
or texts. On an address that other machines can reach, it starts only with --trust-proxy, because behind a proxy all visitors would share one address.`,
  options: {
    ...shared("port", "host", "db", "published", "trustProxy", "origins", "writeOrigins", "publicUrl", ...DESK_OPTIONS),
    log: word("level", "lowest level to log: debug, info, warn or error (default info)", LOG_LEVELS),
  },
  notes: [
    ["--trust-proxy none", "visitors connect directly"],
    ["--trust-proxy 10.0.0.0/8", "trust the headers Forwarded and X-Forwarded-For of these proxies; separate several proxies with commas"],
    [
      "--trust-proxy secret",
      "trust requests with OCTAVO_PROXY_SECRET in the header X-Octavo-Proxy-Secret, for hosts without fixed addresses",
    ],
    ["OCTAVO_PROXY_SECRET=…", "the secret for --trust-proxy secret, 32 characters or more; only in the environment"],
    ["OCTAVO_RETENTION=…", 'how long visitors\' data is kept, in days: "rejected=30 spam=30 emails=365 events=90 inquiries=never"'],
    [
      "OCTAVO_RATE_LIMITS=…",
      'custom limits: "comments=5/600 comments-day=20" (quota/seconds); the word "off" removes all limits, for load tests on 127.0.0.1',
    ],
  ],
  examples: [
    ["octavo api --published dist", "with the build in dist, on 127.0.0.1:3000"],
    ["octavo api --published https://ines.example --host :: --trust-proxy secret", "behind a CDN"],
  ],
  async run(settings, io) {
    const { keepHeapSmall } = await import("../build/heap.ts");
    keepHeapSmall();
    const { serveApi } = await import("../serve/serve-api.ts");
    return serveApi(settings, io);
  },
});
