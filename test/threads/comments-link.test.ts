import { describe, expect, it } from "vitest";
import { paginate } from "../../contract/list-text.ts";
import { toCommentsLink } from "../../threads/comments-link.ts";

const ADDRESS = "https://ines.example/api/v1/posts/hello/comments";

describe("toCommentsLink", () => {
  it("leads to first, prev, next and last, in the order of the table, with all else kept", () => {
    const effective = [
      ["commentsSort", "newest"],
      ["commentsPage", "2"],
      ["commentsPageSize", "5"],
    ] as const;
    const query = (page: number) => `<${ADDRESS}?commentsSort=newest&commentsPage=${page}&commentsPageSize=5>`;
    expect(toCommentsLink(ADDRESS, effective, paginate(2, 5, 20))).toBe(
      `${query(1)}; rel="first", ${query(1)}; rel="prev", ${query(3)}; rel="next", ${query(4)}; rel="last"`,
    );
  });

  it("has a first page alone where there is nothing, and leads back from behind the end", () => {
    expect(toCommentsLink(ADDRESS, [], paginate(1, 20, 0))).toBe(`<${ADDRESS}?commentsPage=1>; rel="first"`);
    expect(toCommentsLink(ADDRESS, [["commentsPage", "9"]], paginate(9, 20, 30))).toContain(`<${ADDRESS}?commentsPage=2>; rel="prev"`);
  });

  it("cannot be broken by a parentId", () => {
    const link = toCommentsLink(ADDRESS, [["parentId", '>; rel="evil", <x\u00e4']], paginate(1, 20, 1));
    expect(link).toContain("parentId=%3E%3B%20rel%3D%22evil%22%2C%20%3Cx%C3%A4&");
  });
});
