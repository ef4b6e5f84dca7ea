import { describe, expect, it } from "vitest";
import { didYouMean, suggest } from "../../build/suggest.ts";

describe("a suggestion", () => {
  const keys = ["publishedAt", "updatedAt", "tags", "cover"];

  it("is the nearest candidate", () => {
    expect(suggest("pubishedAt", keys)).toBe("publishedAt");
    expect(suggest("tag", keys)).toBe("tags");
  });

  it("does not count case, hyphens and underscores", () => {
    expect(suggest("published_at", keys)).toBe("publishedAt");
    expect(suggest("UPDATED-AT", keys)).toBe("updatedAt");
  });

  it("takes two letters in the wrong order for one mistake", () => {
    expect(suggest("nmae", ["name"])).toBe("name");
    expect(suggest("atl", ["src", "alt"])).toBe("alt");
    expect(suggest("tla", ["src", "alt"])).toBeNull();
  });

  it("may be what begins as it is written", () => {
    expect(suggest("pub", keys)).toBe("publishedAt");
    expect(suggest("pu", keys)).toBeNull();
  });

  it("is not made where nothing is near", () => {
    expect(suggest("layout", keys)).toBeNull();
    expect(suggest("x", keys)).toBeNull();
    expect(didYouMean("layout", keys)).toBeNull();
  });
});
