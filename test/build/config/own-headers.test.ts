import { describe, expect, it } from "vitest";
import { findOwnHeader } from "../../../build/config/own-headers.ts";

describe("one of Octavo's headers that a rule would change", () => {
  it.each([
    ["/index/v1/comments.json", "Cache-Control", "no-store", "/index/v1/comments.json"],
    ["/index/v1/*", "cache-control", "no-cache", "/index/v1/comments.x.json"],
    ["/sitemap-7.xml", "Cache-Control", "no-cache", "/sitemap-7.xml"],
    ["/media/2024/ice.webp", "Content-Type", "text/html", "/media/2024/ice.webp"],
    ["/api/v1.json", "Cache-Control", "no-store", "/api/v1.json"],
    ["/api/v1/recipes/*", "Cache-Control", "no-store", "/api/v1/recipes/x"],
  ])("is found for the path %s and the header %s: %s", (path, name, value, address) => {
    expect(findOwnHeader(path, name, value)).toBe(address);
  });

  it.each([
    ["/*", "X-Content-Type-Options", "nosniff"],
    ["/*", "Access-Control-Allow-Origin", "*"],
    ["/*", "Content-Security-Policy", "default-src 'self'"],
    ["/api/*", "X-Frame-Options", "DENY"],
    ["/apiary/*", "Cache-Control", "no-store"],
    ["/index/notes/*", "Cache-Control", "no-store"],
  ])("does not exist for the path %s and the header %s: %s", (path, name, value) => {
    expect(findOwnHeader(path, name, value)).toBeNull();
  });
});
