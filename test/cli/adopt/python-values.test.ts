import { describe, expect, it } from "vitest";
import { readPythonConstants } from "../../../cli/adopt/python-values.ts";

describe("constants in a Python configuration", () => {
  it("are strings, numbers, booleans and lists of strings; the last assignment wins", () => {
    const { values, computed } = readPythonConstants(
      [
        "SITENAME = u'Ines\\' notes'  # the name",
        'SITEURL = "https://old.example"',
        'SITEURL = "https://a.example"',
        "DEFAULT_PAGINATION = 10",
        "RELATIVE_URLS = True",
        "FEED_ALL_ATOM = None",
        "ARTICLE_PATHS = ['blog', # posts",
        "  'news',]",
        "",
      ].join("\n"),
    );
    expect(values).toEqual({
      SITENAME: "Ines' notes",
      SITEURL: "https://a.example",
      DEFAULT_PAGINATION: 10,
      RELATIVE_URLS: true,
      FEED_ALL_ATOM: null,
      ARTICLE_PATHS: ["blog", "news"],
    });
    expect([...computed]).toEqual([]);
  });

  it("that are computed are reported with their line, and never run", () => {
    const { values, computed } = readPythonConstants(
      'import os\nSITEURL = os.environ["URL"]\nPATHS = [os.sep]\nif True:\n    NAME = "x"\n',
    );
    expect(values).toEqual({});
    expect([...computed]).toEqual([
      ["SITEURL", 2],
      ["PATHS", 3],
    ]);
  });
});
