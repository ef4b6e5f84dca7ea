import { randomUUID } from "node:crypto";
import { expect } from "vitest";

/** A browser's user agent, because bots are not counted. */
const AGENT = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";
/** Simultaneous requests of one kind. */
const AT_ONCE = 6;
/** Limit for requests of one kind: below the limit of all clients together. */
const SENT_MAX = 150;

type Kind = "comment" | "inquiry" | "like" | "share";
const KINDS: readonly Kind[] = ["comment", "inquiry", "like", "share"];

interface Sent {
  readonly kind: Kind;
  /** Makes a repeated request count only once. */
  readonly key: string;
  /** Each request comes from its own address. */
  readonly client: string;
  /** The answer; null if the server was gone. */
  answer: { readonly body: Readonly<Record<string, unknown>>; readonly cookie: string | null } | null;
}

/** Records that the owner's commands find. */
export interface Found {
  comments(): Promise<readonly { readonly id: string; readonly body: string }[]>;
  inquiries(): Promise<readonly { readonly id: string; readonly message: string }[]>;
  shares(): Promise<number>;
}

export interface CrashLoad {
  /** Name under which shares are counted. */
  readonly channel: string;
  /**
   * Sends all kinds at once, without a pause, until this many of each were acknowledged; then kills
   * the server, with requests in progress.
   */
  killAfter(acknowledged: number, kill: () => Promise<void>): Promise<void>;
  /**
   * Checks that the restarted server has everything acknowledged and, after everything is sent
   * again, that it has everything once.
   */
  verify(found: Found): Promise<void>;
}

/**
 * Many visitors at once, through a trusted proxy on this machine.
 * @param api base address of the API
 * @param slug of a post that nobody else writes to
 */
export function crashLoad(api: string, slug: string): CrashLoad {
  const channel = "burst";
  const sent: Sent[] = [];

  const request = async ({ kind, key, client }: Sent): Promise<Sent["answer"]> => {
    const { path, body } = toRequest(kind, slug, key, channel);
    const answer = await fetch(api + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "User-Agent": AGENT, "X-Forwarded-For": client, "Idempotency-Key": key },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    expect([200, 201, 202], `${kind}: ${text}`).toContain(answer.status);
    return { body: JSON.parse(text), cookie: /^visitor=[^;]+/.exec(answer.headers.get("Set-Cookie") ?? "")?.[0] ?? null };
  };
  const acknowledged = (kind: Kind): Sent[] => sent.filter((each) => each.kind === kind && each.answer !== null);
  const idsOf = (kind: Kind): unknown[] => acknowledged(kind).map(({ answer }) => answer?.body.id);
  const keysOf = (kind: Kind): string[] => sent.filter((each) => each.kind === kind).map(({ key }) => key);

  return {
    channel,
    async killAfter(wanted, kill) {
      let killed: Promise<void> | null = null;
      const writer = async (kind: Kind): Promise<void> => {
        while (killed === null && keysOf(kind).length < SENT_MAX) {
          const n = sent.length;
          const next: Sent = { kind, key: randomUUID(), client: `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, answer: null };
          sent.push(next);
          try {
            next.answer = await request(next);
          } catch (error) {
            if (killed === null || !(error instanceof TypeError)) throw error;
          }
          if (KINDS.every((each) => acknowledged(each).length >= wanted)) killed ??= kill();
        }
      };
      await Promise.all(KINDS.flatMap((kind) => Array.from({ length: AT_ONCE }, () => writer(kind))));
      if (killed === null) throw new Error("the server was never killed");
      await killed;
      // Otherwise, the kill interrupted nothing.
      expect(sent.filter(({ answer }) => answer === null).length).toBeGreaterThan(0);
    },
    async verify(found) {
      const before = { comments: await found.comments(), inquiries: await found.inquiries(), shares: await found.shares() };
      expect(before.comments.map(({ id }) => id)).toEqual(expect.arrayContaining(idsOf("comment")));
      expect(before.inquiries.map(({ id }) => id)).toEqual(expect.arrayContaining(idsOf("inquiry")));
      expect(before.shares).toBeGreaterThanOrEqual(acknowledged("share").length);
      expect(before.shares).toBeLessThanOrEqual(keysOf("share").length);
      const likes = acknowledged("like");
      let count = 0;
      for (const { answer } of likes) {
        const state = await fetch(`${api}/posts/${slug}/like`, { headers: { Cookie: answer?.cookie ?? "" } });
        const { liked, likeCount } = JSON.parse(await state.text());
        expect(liked).toBe(true);
        count = likeCount;
      }
      expect(count).toBeGreaterThanOrEqual(likes.length);
      expect(count).toBeLessThanOrEqual(keysOf("like").length);

      // A browser that got no answer sends it again, and one that got an answer may also do so.
      for (const each of sent.filter(({ kind }) => kind !== "like")) {
        const again = await request(each);
        if (each.answer !== null) expect(again?.body).toEqual(each.answer.body);
      }
      const texts = (await found.comments()).map(({ body }) => body);
      expect(texts.sort()).toEqual(keysOf("comment").sort());
      const messages = (await found.inquiries()).map(({ message }) => message).filter((message) => keysOf("inquiry").includes(message));
      expect(messages.sort()).toEqual(keysOf("inquiry").sort());
      expect(await found.shares()).toBe(keysOf("share").length);
    },
  };
}

function toRequest(kind: Kind, slug: string, key: string, channel: string): { readonly path: string; readonly body: object | null } {
  switch (kind) {
    case "comment":
      return { path: `/posts/${slug}/comments`, body: { authorName: "Crowd", body: key } };
    case "inquiry":
      return { path: "/services/inquiries", body: { email: "crowd@fen.example", message: key } };
    case "like":
      return { path: `/posts/${slug}/like`, body: null };
    case "share":
      return { path: "/engagement", body: { type: "share", slug, channel, id: key } };
  }
}
