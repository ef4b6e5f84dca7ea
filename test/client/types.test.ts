import { describe, expectTypeOf, it } from "vitest";
import {
  type ClientMethods,
  type ClientProblem,
  type Comment,
  type CommentSubmitted,
  createClient,
  type EditOptions,
  OctavoError,
  type Post,
  type PostSummary,
  type ProblemItem,
  type SearchHit,
  type Tag,
  type TagCountList,
} from "../../packages/octavo-client/client.ts";
import { trackPage } from "../../packages/octavo-client/engagement/track-page.ts";
import { createFilesClient } from "../../packages/octavo-client/files/files-client.ts";

/**
 * Calls that the types of octavo-client allow or refuse. The check `types` compiles this file: a
 * wrong call that the types allow is an error there.
 */

const client: ClientMethods = createClient({ baseUrl: "https://ines.example/api/v1" });
const error = new OctavoError(
  { code: "not-found", type: "about:blank", title: "", status: 404, detail: "", errors: [] },
  { method: "GET", url: "https://ines.example" },
);

describe("the types of octavo-client", () => {
  it("give each method its response type", () => {
    expectTypeOf(client.posts.get).returns.resolves.toEqualTypeOf<Post>();
    expectTypeOf(client.posts.list).returns.resolves.toHaveProperty("items").toEqualTypeOf<PostSummary[]>();
    expectTypeOf(client.posts.all).returns.toEqualTypeOf<AsyncGenerator<PostSummary, void, undefined>>();
    expectTypeOf(client.search).returns.resolves.toHaveProperty("items").toEqualTypeOf<SearchHit[]>();
    expectTypeOf(client.search.all).returns.toEqualTypeOf<AsyncGenerator<SearchHit, void, undefined>>();
    expectTypeOf(client.comments.submit).returns.resolves.toEqualTypeOf<CommentSubmitted>();
    expectTypeOf(client.comments.withdraw).returns.resolves.toBeVoid();
    expectTypeOf<Post["tags"]>().toEqualTypeOf<Tag[]>();
    expectTypeOf<Post["likeCount"]>().toEqualTypeOf<number | null>();
  });

  it("narrow: a VIDEO has a video, and a comment that is not deleted has a name", () => {
    const videoOf = (post: Post | PostSummary): string | undefined => (post.type === "VIDEO" ? post.video.url : post.video?.url);
    // @ts-expect-error a post of another type may have none
    const wrong = (post: Post): string => post.video.url;
    const nameOf = (comment: Comment): string => (comment.deleted ? "" : comment.authorName);
    expectTypeOf([videoOf, wrong]).toBeArray();
    expectTypeOf(nameOf).returns.toBeString();
    expectTypeOf<Extract<Comment, { deleted: true }>["body"]>().toBeNull();
  });

  it("are the same for the files client", () => {
    expectTypeOf(createFilesClient).returns.toEqualTypeOf<ClientMethods>();
    expectTypeOf(createFilesClient({ folder: new URL("file:///site/dist") })).toEqualTypeOf(client);
    expectTypeOf(trackPage).returns.toEqualTypeOf<() => void>();
  });

  it("distinguish problems by their code", () => {
    const { problem } = error;
    expectTypeOf(problem).toEqualTypeOf<ClientProblem>();
    expectTypeOf(problem.detail).toBeString();
    expectTypeOf(problem.errors).toEqualTypeOf<ProblemItem[]>();
    if (problem.code === "not-found") expectTypeOf(problem.status).toEqualTypeOf<404>();
    if (problem.code === "validation-error") expectTypeOf(problem.status).toEqualTypeOf<400 | 422>();
    if (problem.code === "network-error") expectTypeOf(problem.type).toEqualTypeOf<"about:blank">();
    // @ts-expect-error there is no such code
    if (problem.code === "not-there") expectTypeOf(problem).toBeNever();
  });

  it("include the values of filters", () => {
    expectTypeOf(client.posts.list).toBeCallableWith({ type: "VIDEO", tag: ["a", "b"], hasCode: null, publishedFrom: new Date(0) });
    expectTypeOf(() => client.tags.list("books")).returns.resolves.toEqualTypeOf<TagCountList>();
    expectTypeOf(() => client.tags.list("a name from outside" as string)).returns.resolves.toEqualTypeOf<TagCountList>();
    // @ts-expect-error nothing with tags has this name
    expectTypeOf(() => client.tags.list("bookz")).returns.resolves.toEqualTypeOf<TagCountList>();
    expectTypeOf(client.books.list).toBeCallableWith({ status: "finished" }, { timeout: 0, signal: null });
  });

  it("refuse wrong calls", () => {
    const wrong = (): void => {
      // @ts-expect-error no such filter
      void client.posts.list({ tags: "weaving" });
      // @ts-expect-error a value of another kind
      void client.posts.list({ status: "finished" });
      // @ts-expect-error not a type of post
      void client.posts.list({ type: "video" });
      // @ts-expect-error a slug is a text
      void client.posts.get(7);
      // @ts-expect-error which post?
      void client.posts.get();
      // @ts-expect-error what for?
      void client.search({});
      // @ts-expect-error no such resource
      void client.tags.list("services");
      // @ts-expect-error a comment has a text
      void client.comments.submit("hello", { authorName: "Ada" });
      // @ts-expect-error no such member
      void client.comments.submit("hello", { authorName: "Ada", body: "Hello", website: "https://ada.example" });
      // @ts-expect-error an edit needs the token
      void client.comments.edit("hello", "1", { body: "Hello" });
      // @ts-expect-error a service has no pages
      void client.services.all();
      // @ts-expect-error no such record
      void client.engagement.send({ type: "view", slug: "hello" });
      // @ts-expect-error where is the API?
      createClient({});
      // @ts-expect-error which folder?
      createFilesClient({ baseUrl: "/api/v1" });
      // @ts-expect-error which API?
      trackPage({ slug: "hello" });
    };
    expectTypeOf(wrong).toBeFunction();
    expectTypeOf<EditOptions>().toHaveProperty("editToken").toEqualTypeOf<string>();
  });
});
