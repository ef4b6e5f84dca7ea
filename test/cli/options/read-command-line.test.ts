import { describe, expect, it } from "vitest";
import { buildCommand } from "../../../cli/commands/build.ts";
import { startCommand } from "../../../cli/commands/start.ts";
import { CliError } from "../../../cli/io.ts";
import { readCommandLine } from "../../../cli/options/read-command-line.ts";

const OTHERS = [buildCommand, startCommand];

const build = (args: readonly string[], env: Record<string, string> = {}) =>
  readCommandLine(args, buildCommand.options, { env, others: OTHERS }).settings;
const start = (args: readonly string[], env: Record<string, string> = {}) =>
  readCommandLine(args, startCommand.options, { env, others: OTHERS }).settings;

function complaint(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof CliError) return `${error.exitCode}: ${error.message} | ${error.hint}`;
    throw error;
  }
  return "no complaint";
}

describe("options", () => {
  it("have defaults", () => {
    expect(start([])).toMatchObject({
      content: null,
      out: null,
      port: 3000,
      host: "127.0.0.1",
      now: null,
      strict: false,
      readOnly: false,
      noSearch: false,
    });
  });

  it("are read in both spellings", () => {
    expect(build(["--content", "a", "--out=b=c", "--strict", "--no-search", "-q"])).toMatchObject({
      content: "a",
      out: "b=c",
      strict: true,
      noSearch: true,
      quiet: true,
    });
  });

  it("can be set in the environment, but the command line wins", () => {
    const env = {
      OCTAVO_CONTENT: "env",
      OCTAVO_OUT: "",
      OCTAVO_STRICT: "1",
      OCTAVO_NO_SEARCH: "true",
      OCTAVO_DRAFTS: "0",
      OCTAVO_PORT: "1",
    };
    expect(build(["--content", "arg"], env)).toMatchObject({ content: "arg", out: null, strict: true, noSearch: true, drafts: false });
    expect(start([], env).port).toBe(1);
    expect(start(["--port", "0"], env).port).toBe(0);
  });

  it("name hosts in one or several options, with commas, or all of them, in the order of the docs", () => {
    expect(build([]).host).toEqual([]);
    expect(build(["--host", "nginx"]).host).toEqual(["nginx"]);
    expect(build(["--host", "nginx, cloudflare", "--host=deno", "--host", "nginx"]).host).toEqual(["cloudflare", "deno", "nginx"]);
    expect(build(["--host", "all"]).host).toContain("github-pages");
    // The address to listen on does not concern `build`.
    expect(build([], { OCTAVO_HOST: "0.0.0.0", OCTAVO_HOSTS: "caddy" }).host).toEqual(["caddy"]);
    expect(start(["--host", "0.0.0.0"], { OCTAVO_HOSTS: "caddy" })).toMatchObject({ host: "0.0.0.0" });
    expect(build(["--server", "https://api.ines.example/", "--reader", "http://127.0.0.1:3001"])).toMatchObject({
      server: "https://api.ines.example",
      reader: "http://127.0.0.1:3001",
    });
  });

  it("accept an instant with an offset, or a day in UTC", () => {
    expect(build(["--now", "2026-01-31T09:30:00+02:00"]).now).toBe("2026-01-31T07:30:00.000Z");
    expect(build(["--now", "2026-01-31"]).now).toBe("2026-01-31T00:00:00.000Z");
  });

  it.each([
    [["--contnet", "x"], '2: unknown option --contnet | did you mean "--content"?'],
    [["--host", "ngnix"], '2: --host "ngnix" is not a host that octavo supports | did you mean "nginx"?'],
    [["--host"], "2: --host needs a value | write --host <names>"],
    [["--server", "ines.example"], '2: --server is "ines.example" | want an address without a path, such as https://api.ines.example'],
    [
      ["--server", "https://x.example/api"],
      '2: --server is "https://x.example/api" | want an address without a path, such as https://api.ines.example',
    ],
    [["--port", "1"], "2: unknown option --port | it belongs to octavo start"],
    [["--db", "x"], "2: unknown option --db | it belongs to octavo start"],
    [["--strict=yes"], '2: --strict takes no value, but "yes" was given | write only --strict'],
    [["--out"], "2: --out needs a value | write --out <folder>"],
    [["--out", "--strict"], "2: --out needs a value | write --out <folder>"],
    [["--out="], "2: --out needs a value | write --out <folder>"],
    [["--now", "2026-02-30"], "2: --now: 2026-02-30 is not a day of the calendar | want an instant such as 2026-01-31T09:30:00Z"],
    [["--now", "tomorrow"], '2: --now is "tomorrow" | want an instant such as 2026-01-31T09:30:00Z'],
    [["--__proto__"], expect.stringContaining("2: unknown option --__proto__ | this command takes --config")],
    [["--constructor", "x"], expect.stringContaining("2: unknown option --constructor | this command takes --config")],
    [["--out", "a", "--out=b"], '2: --out is given as "a" and as "b" | keep one of the two'],
    [["-x"], expect.stringContaining("2: unknown option -x | this command takes --config")],
  ])("that are wrong are explained: %j", (args, said) => {
    expect(complaint(() => build(args))).toEqual(said);
  });

  it.each(["65536", "-1", "80.5", "0x50", "http", "1e3", "123456"])("refuse the port %s", (port) => {
    expect(complaint(() => start([`--port=${port}`]))).toBe(
      `2: --port is "${port}", which is not a port | want a whole number from 0 to 65535; 0 picks a free one`,
    );
  });

  it("name the invalid variable, not a flag that was not given", () => {
    expect(complaint(() => build([], { OCTAVO_NOW: "tomorrow" }))).toBe(
      '2: OCTAVO_NOW is "tomorrow" | want an instant such as 2026-01-31T09:30:00Z',
    );
  });

  it("name the variable of an invalid port", () => {
    expect(complaint(() => start([], { OCTAVO_PORT: "abc" }))).toContain('OCTAVO_PORT is "abc", which is not a port');
  });

  it("may be repeated with one value, and as lists", () => {
    expect(build(["--out", "a", "--out", "a", "--strict", "--strict"])).toMatchObject({ out: "a", strict: true });
    expect(start(["--origins", "https://a.example", "--origins", "https://b.example"]).origins).toBe("https://a.example,https://b.example");
  });

  it("refuse a switch in the environment that is not on or off", () => {
    expect(complaint(() => build([], { OCTAVO_STRICT: "maybe" }))).toBe('2: OCTAVO_STRICT is "maybe" | want 1 or 0');
  });
});
