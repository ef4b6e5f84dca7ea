import { describe, expect, it } from "vitest";
import { createPlainLog, toOrigins, toServerConfig } from "../../../cli/serve/server-settings.ts";
import { NOTHING_LOST } from "../../../server/log.ts";

it("the plain log writes a failure with the id that the request's problem contains", () => {
  let text = "";
  const log = createPlainLog({ stderr: { write: (more: string) => (text += more) } }, () => NOTHING_LOST);
  log.error("a request failed", { requestId: "d4906761", error: "Error", detail: "no such table" });
  log.warn("the published content cannot be read");
  log.info("request", { requestId: "d4906762" });
  expect(text).toBe("octavo: a request failed: no such table (request d4906761)\noctavo: the published content cannot be read\n");
});

describe("an unusable setting is named as it was given", () => {
  const settings = { host: "127.0.0.1", publicUrl: null, origins: null, writeOrigins: null, trustProxy: null };
  const wrong = "https://a/b";

  it.each([
    [{}, "--origins has"],
    [{ OCTAVO_ORIGINS: "https://other.example" }, "--origins has"],
    [{ OCTAVO_ORIGINS: wrong }, "OCTAVO_ORIGINS has"],
  ])("with %j as the environment", (env, said) => {
    expect(() => toOrigins({ origins: wrong }, { env })).toThrow(said);
    expect(() => toServerConfig({ ...settings, origins: wrong }, { env })).toThrow(said);
  });

  it("whether it is for writes or the public address", () => {
    expect(() => toServerConfig({ ...settings, writeOrigins: wrong }, { env: {} })).toThrow("--write-origins has");
    expect(() => toServerConfig({ ...settings, publicUrl: "ines" }, { env: {} })).toThrow('--public-url is "ines"');
    expect(() => toServerConfig({ ...settings, publicUrl: "ines" }, { env: { OCTAVO_PUBLIC_URL: "ines" } })).toThrow(
      "OCTAVO_PUBLIC_URL is",
    );
  });
});
