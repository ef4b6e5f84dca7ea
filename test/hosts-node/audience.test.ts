import { describe, expect, it } from "vitest";
import { type Audience, isForAudience, restrictToAudience } from "../../hosts/node/audience.ts";

const OWN: Audience = {
  isOwnHost: (hostname) => ["127.0.0.1", "[::1]", "localhost"].includes(hostname),
  isOwnOrigin: (origin) => origin === "http://localhost:4321",
};

function isAnswered(headers: Record<string, string>): boolean {
  return isForAudience(new Request("http://127.0.0.1:3000/api/v1/posts", { headers }), OWN);
}

describe("a server with an audience", () => {
  it.each(["127.0.0.1", "127.0.0.1:3000", "localhost:3000", "LOCALHOST:3000", "[::1]:3000", "[::1]"])("answers Host %s", (host) => {
    expect(isAnswered({ Host: host })).toBe(true);
  });

  it.each([
    "evil.example",
    "evil.example:3000",
    "127.0.0.1.evil.example",
    "evil.example@127.0.0.1",
    "127.0.0.1#evil.example",
    "127.0.0.1/evil.example",
    "127.0.0.1:3000:3000",
    "localhost, evil.example",
    "",
  ])("does not answer Host %j", (host) => {
    expect(isAnswered({ Host: host })).toBe(false);
  });

  it("answers its own pages, and refuses all others in an answer without the site's name", () => {
    expect(isAnswered({ Host: "localhost:3000", Origin: "http://localhost:4321" })).toBe(true);
    for (const origin of ["https://evil.example", "null", "http://localhost:4321.evil.example"])
      expect(isAnswered({ Host: "localhost:3000", Origin: origin })).toBe(false);
  });

  it("lets only its own pages read answers instead of every page, and forbids caching", () => {
    const request = new Request("http://127.0.0.1:3000/", { headers: { Origin: "http://localhost:4321" } });
    const headers = { "Access-Control-Allow-Origin": "*", "Cache-Control": "public, max-age=31536000, immutable", Vary: "Accept-Encoding" };
    const answer = new Response("{}", { headers });
    restrictToAudience(answer, request);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "access-control-allow-origin": "http://localhost:4321",
      "cache-control": "no-store",
      vary: "Accept-Encoding, Origin",
    });
  });

  it("allows no origin if the request has none or the answer allows none", () => {
    const [asked, plain] = [new Response("{}", { headers: { "Access-Control-Allow-Origin": "*" } }), new Response("{}")];
    restrictToAudience(asked, new Request("http://127.0.0.1/"));
    expect(asked.headers.has("Access-Control-Allow-Origin")).toBe(false);
    restrictToAudience(plain, new Request("http://127.0.0.1/", { headers: { Origin: "http://localhost:4321" } }));
    expect(plain.headers.has("Access-Control-Allow-Origin")).toBe(false);
  });
});
