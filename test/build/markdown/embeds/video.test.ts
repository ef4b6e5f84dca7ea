import { describe, expect, it } from "vitest";
import { describeVideo } from "../../../../build/markdown/embeds/video.ts";

describe("describeVideo", () => {
  it.each([
    ["https://www.youtube.com/watch?v=aB3_x-9Zq0E&t=10", "youtube", "https://www.youtube-nocookie.com/embed/aB3_x-9Zq0E"],
    ["https://youtu.be/aB3_x-9Zq0E?si=abc", "youtube", "https://www.youtube-nocookie.com/embed/aB3_x-9Zq0E"],
    ["https://m.youtube.com/shorts/aB3_x-9Zq0E", "youtube", "https://www.youtube-nocookie.com/embed/aB3_x-9Zq0E"],
    ["https://www.youtube.com/@somebody", "youtube", null],
    ["https://vimeo.com/123456", "vimeo", "https://player.vimeo.com/video/123456?dnt=1"],
    ["https://vimeo.com/123456/abcdef0123", "vimeo", "https://player.vimeo.com/video/123456?h=abcdef0123&dnt=1"],
    ["https://tube.example/w/kx3f9", "peertube", "https://tube.example/videos/embed/kx3f9"],
    ["https://tube.example/videos/watch/1b7e-4c", "peertube", "https://tube.example/videos/embed/1b7e-4c"],
    ["https://files.example/loom.webm", "file", null],
    ["https://www.videos.example/some/page", "videos.example", null],
  ])("recognizes %s as a video from %s", (url, provider, embedUrl) => {
    expect(describeVideo(url)).toEqual({ provider, embedUrl });
  });
});
