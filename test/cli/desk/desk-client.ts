import { request } from "node:http";
import { main } from "../../../cli/main.ts";
import { checkHtml } from "../../helpers/html-faults.ts";
import { type DataFixture, NOW } from "../data-fixture.ts";
import { createTestIo, type TestIo, type TestIoOptions } from "../test-io.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface AskOptions {
  readonly method?: string;
  readonly host?: string | null;
  readonly origin?: string | null;
  /** Default: the cookies of a browser that opened the link; null for none. */
  readonly cookie?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
}

/** A running `octavo desk`, and a browser that has opened its link. */
export interface RunningDesk {
  readonly io: TestIo;
  readonly port: number;
  /** The address as printed. */
  readonly link: string;
  /** `octavo-desk-…=…` */
  readonly cookie: string;
  ask(path: string, options?: AskOptions): Promise<Answer>;
  /** Sends a form as a page of the desk does, with the token from the page at `from`. */
  send(path: string, form: Readonly<Record<string, string>>, options?: AskOptions): Promise<Answer>;
  /** Presses Undo on the page at `/`. */
  undo(): Promise<Answer>;
  /** Token of the forms on the desk's pages. */
  formToken(): Promise<string>;
  /** Ends the desk; resolves with the exit code. */
  end(): Promise<number>;
  readonly exit: Promise<number>;
}

export async function openDesk(data: DataFixture, args: readonly string[] = [], options: TestIoOptions = {}): Promise<RunningDesk> {
  const io = createTestIo({ cwd: data.cwd, now: new Date(NOW).toISOString(), ...options });
  const exit = main(["desk", ...args], io);
  await Promise.race([io.waitFor("?token="), exit]);
  const link = /http:\S+/.exec(io.out())?.[0] ?? "";
  if (link === "") throw new Error(`the desk did not start: ${io.err()}`);
  const { port, search } = new URL(link);
  const plain = async (path: string, options: AskOptions): Promise<Answer> => {
    const answer = await ask(Number(port), path, { host: `127.0.0.1:${port}`, ...options });
    if (String(answer.headers["content-type"]).startsWith("text/html")) await checkHtml(path, answer.text);
    return answer;
  };
  const opened = await plain(`/${search}`, { cookie: null });
  const cookie = String(opened.headers["set-cookie"]?.[0]).split(";")[0] ?? "";
  const asIn = (path: string, options: AskOptions = {}): Promise<Answer> => plain(path, { cookie, ...options });
  const formToken = async (): Promise<string> => {
    // A page that has a form whether or not anything is waiting.
    const id = await data.comment({ slug: "tokens", state: "reject" });
    return tokenOf((await asIn(`/comments/${id}`)).text);
  };
  return {
    io,
    port: Number(port),
    link,
    cookie,
    ask: asIn,
    formToken,
    undo: async () => {
      const { text } = await asIn("/");
      const [, form = "", step = ""] = /action="\/undo">.*?name="form" value="([^"]+)".*?name="step" value="(\d+)"/.exec(text) ?? [];
      return asIn("/undo", { method: "POST", origin: `http://127.0.0.1:${port}`, form: { form, step } });
    },
    send: async (path, form, options = {}) =>
      asIn(path, { method: "POST", origin: `http://127.0.0.1:${port}`, form: { form: await formToken(), ...form }, ...options }),
    exit,
    end: async () => {
      io.abort();
      return exit;
    },
  };
}

function tokenOf(html: string): string {
  return /name="form" value="([^"]+)"/.exec(html)?.[1] ?? "";
}

/** Sends a request with headers that fetch would not send. */
function ask(port: number, path: string, { method = "GET", host, origin, cookie, headers = {}, form }: AskOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const body = form === undefined ? "" : new URLSearchParams(form).toString();
    const given = {
      Host: host,
      Origin: origin,
      Cookie: cookie,
      ...(form && { "Content-Type": "application/x-www-form-urlencoded", "Content-Length": String(body.length) }),
      ...headers,
    };
    const all = Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] != null));
    const sent = request({ host: "127.0.0.1", port, path, method, headers: all, setHost: false, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
