import { describe, expect, it } from "vitest";
import { audienceOf, isLoopbackUrl, noteOfNewBase, withOwnPages } from "../../../cli/serve/public-origin.ts";
import { DEFAULT_CONFIG } from "../../server/default-config.ts";

describe("isLoopbackUrl", () => {
  it.each([
    "http://127.0.0.1:3000",
    "http://localhost:4321",
    "https://localhost",
    "http://[::1]:3000",
    "http://127.8.9.1",
  ])("recognizes %s as this machine's", (url) => expect(isLoopbackUrl(url)).toBe(true));
  it.each([
    "https://ines.example",
    "http://127.0.0.1.evil.example",
    "http://192.168.1.5:3000",
    "null",
    "ftp://127.0.0.1",
  ])("does not recognize %s as this machine's", (url) => expect(isLoopbackUrl(url)).toBe(false));
});

describe("audienceOf", () => {
  it("includes this machine on any port, and the front end's own host and origin", () => {
    const { isOwnHost, isOwnOrigin } = audienceOf("http://192.168.1.5:4321");
    expect(["localhost", "127.0.0.1", "[::1]", "192.168.1.5"].map(isOwnHost)).toEqual([true, true, true, true]);
    expect(["http://localhost:9999", "http://192.168.1.5:4321"].map(isOwnOrigin)).toEqual([true, true]);
    expect(["http://192.168.1.5:3000", "https://evil.example"].map(isOwnOrigin)).toEqual([false, false]);
  });

  it("includes only this machine if there is no front end", () => {
    const { isOwnHost } = audienceOf(null);
    expect(["192.168.1.5", "evil.example", ""].map(isOwnHost)).toEqual([false, false, false]);
  });
});

describe("noteOfNewBase", () => {
  it("states that a running server keeps its path", () => {
    expect(noteOfNewBase("/blog", "")).toBe(
      "note: the site's url now has the path /blog, but is served at / until you stop and start again\n",
    );
  });
});

describe("withOwnPages", () => {
  it("lets both loopback names and the front end send likes, and write even if origins are listed", () => {
    const own = ["http://localhost:3000", "http://127.0.0.1:3000", "http://localhost:4321"];
    const listed = { ...DEFAULT_CONFIG, writeOrigins: ["https://blog.example"] };
    expect(withOwnPages(listed, "http://127.0.0.1:3000", "http://localhost:4321")).toMatchObject({
      likeOrigins: own,
      writeOrigins: ["https://blog.example", ...own],
    });
    expect(withOwnPages(DEFAULT_CONFIG, null, "http://localhost:4321")).toMatchObject({
      likeOrigins: ["http://localhost:4321"],
      writeOrigins: null,
    });
  });
});
