import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type WebhookSettings, webhookChannel } from "../../../../server/notices/channels/webhook.ts";
import type { OwnerMessage, SendOptions } from "../../../../server/notices/owner-message.ts";
import { readNoticeConfig } from "../../../../server/notices/read-notice-config.ts";
import { NEVER, newMessage, newWays } from "../messages.ts";
import { HOSTILE, startReceiver } from "../receivers.ts";
import { type NtfyMessage, startNtfy } from "../stand-ins.ts";

const SECRET = Buffer.alloc(32, 7);

function createSender(url: string, format: WebhookSettings["format"]) {
  const settings = { url: new URL(url), format, secret: SECRET, token: null };
  return { send: (message: OwnerMessage, options: SendOptions) => webhookChannel.send(settings, message, options) };
}

describe("a webhook", () => {
  it("is signed according to Standard Webhooks, with the same id for each attempt", async () => {
    const receiver = await startReceiver();
    const sender = createSender(`${receiver.url}/hook?x=1`, "json");
    await sender.send(newMessage(), NEVER);
    await sender.send(newMessage(), NEVER);
    const [post, second] = receiver.posts;
    const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature } = post?.headers ?? {};
    expect([post?.path, id, timestamp]).toEqual(["/hook?x=1", "mz4k7tqa2wfh3xrb6ncy5sod", String(NEVER.now / 1_000)]);
    expect(signature).toBe(`v1,${createHmac("sha256", SECRET).update(`${id}.${timestamp}.${post?.body}`).digest("base64")}`);
    expect(second?.headers["webhook-id"]).toBe(id);
    expect(JSON.parse(post?.body ?? "")).toEqual({
      id,
      type: "octavo.comments",
      createdAt: "2026-01-31T09:30:00.000Z",
      site: { name: "Ines", url: "https://ines.example" },
      title: "Comment by Ada on Tides",
      text: "A fine table.\n",
      link: "https://ines.example/posts/tides",
      desk: null,
      data: { waiting: 1 },
    });
  });

  it("reads only 64 KiB of a long answer", async () => {
    let written = 0;
    const endless = await startReceiver((response) => {
      const more = (): void => {
        if (response.destroyed || written > 64 * 1024 * 1024) return;
        written += 65_536;
        if (response.write("x".repeat(65_536))) setImmediate(more);
        else response.once("drain", more);
      };
      more();
    });
    await createSender(endless.url, "json").send(newMessage(), NEVER);
    expect(written).toBeLessThan(16 * 1024 * 1024);
  });

  it("gives ntfy a topic, a title and plain text", async () => {
    const receiver = await startNtfy();
    await createSender(`${receiver.url}/inner/my-topic`, "ntfy").send(newMessage({ title: "Über Ada", text: HOSTILE }), NEVER);
    expect(receiver.posts[0]?.path).toBe("/inner/");
    expect(JSON.parse(receiver.posts[0]?.body ?? "")).toEqual({
      topic: "my-topic",
      title: "Über Ada",
      message: HOSTILE,
      markdown: false,
      click: "https://ines.example/posts/tides",
    });
  });

  it("gives ntfy at most three buttons, the desk's last, and the first button's address for a tap", async () => {
    const receiver = await startNtfy();
    const sender = createSender(`${receiver.url}/topic`, "ntfy");
    const desk = "https://desk.ines.example/comments/one";
    const posts = () => receiver.posts.map(({ body }) => JSON.parse(body) as NtfyMessage);
    await sender.send(newMessage({ parts: [newWays("one")] }), NEVER);
    await sender.send(newMessage({ parts: [newWays("one", { desk })] }), NEVER);
    const button = (label: string, url: string) => ({ action: "view", label, url });
    const decide = (label: string) => button(label, `https://ines.example/moderate/one?do=${label.toLowerCase()}`);
    expect(posts().map(({ actions }) => actions)).toEqual([
      ["Approve", "Reject", "Spam"].map(decide),
      [decide("Approve"), decide("Reject"), button("At the desk", desk)],
    ]);
    expect(posts()[0]?.click).toBe("https://ines.example/moderate/one");
  });

  it("contains the desk's page in its JSON and text, and no links that permit decisions", async () => {
    const receiver = await startReceiver();
    const desk = "https://desk.ines.example/comments/one";
    await createSender(receiver.url, "json").send(newMessage({ parts: [newWays("one", { desk })] }), NEVER);
    expect(JSON.parse(receiver.posts[0]?.body ?? "")).toMatchObject({ desk, text: `  at the desk: ${desk}\n` });
    expect(receiver.posts[0]?.body).not.toContain("/moderate/");
  });

  it("mentions nobody in Slack, and shows no previews", async () => {
    const receiver = await startReceiver();
    await createSender(receiver.url, "slack").send(newMessage({ text: HOSTILE }), NEVER);
    const body = JSON.parse(receiver.posts[0]?.body ?? "");
    expect(body).toMatchObject({ mrkdwn: false, parse: "none", link_names: false, unfurl_links: false, unfurl_media: false });
    expect(body.text).not.toMatch(/[<>]/);
    expect(body.blocks).toMatchObject([{ type: "section", text: { type: "plain_text", emoji: false } }]);
  });

  it("mentions nobody in Discord, and escapes markup", async () => {
    const receiver = await startReceiver();
    await createSender(receiver.url, "discord").send(newMessage({ text: HOSTILE + "x".repeat(3_000) }), NEVER);
    const body = JSON.parse(receiver.posts[0]?.body ?? "");
    expect(body).toMatchObject({ allowed_mentions: { parse: [] }, flags: 4 });
    expect(body.content.length).toBeLessThanOrEqual(2_000);
    expect(body.content).toContain("\\*\\*bold\\*\\* \\[click\\]\\(https://evil.example\\)");
  });
});

describe("the receiver of docs/notices.md", () => {
  it("accepts a genuine message once, and refuses a changed, old or wrongly signed one", async () => {
    const text = readFileSync(new URL("../../../../docs/notices.md", import.meta.url), "utf8");
    const program = /```js\n(\/\/ receiver\.mjs[\s\S]*?)```/.exec(text)?.[1] ?? "";
    const folder = mkdtempSync(join(tmpdir(), "octavo-receiver-"));
    writeFileSync(join(folder, "receiver.mjs"), program);
    const secret = SECRET.toString("base64");
    const port = await findFreePort();
    const child = spawn(process.execPath, ["receiver.mjs"], {
      cwd: folder,
      env: { OCTAVO_WEBHOOK_SECRET: secret, PORT: String(port) },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (said += chunk));
    onTestFinished(() => {
      child.kill();
      rmSync(folder, { recursive: true });
    });
    const url = `http://127.0.0.1:${port}/`;
    for (;;) if ((await fetch(url, { method: "POST" }).catch(() => null)) !== null) break;
    const send = (message: OwnerMessage, now: number, signedWith = secret): Promise<void> | undefined =>
      readNoticeConfig({ OCTAVO_WEBHOOK_URL: url, OCTAVO_WEBHOOK_SECRET: signedWith }).senders[0]?.send(message, { ...NEVER, now });
    await send(newMessage(), Date.now());
    await send(newMessage(), Date.now());
    await expect(send(newMessage({ id: "old" }), Date.now() - 301_000)).rejects.toThrow("answered 401");
    await expect(send(newMessage({ id: "other" }), Date.now(), Buffer.alloc(32, 8).toString("base64"))).rejects.toThrow("answered 401");
    await expect.poll(() => said).toBe("Comment by Ada on Tides\n\nA fine table.\n\n");
  });
});

function findFreePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
