import { readForm } from "../http/body.ts";
import { Failure } from "../http/http-failure.ts";
import { listQueue } from "../owner/comment-queue.ts";
import { inquiryList } from "../owner/inquiries/inquiry-lists.ts";
import { noticeList } from "../owner/notices.ts";
import type { Owner } from "../owner/owner-operation.ts";
import { showSite } from "../owner/show-site.ts";
import type { RescuedFile } from "../store/engine/store-host.ts";
import { isPublicId } from "../store/sqlite/ids.ts";
import { hintOf } from "../text/hinted-error.ts";
import { composeBlocking } from "./blocking/blocking-page.ts";
import { findDeskAction } from "./desk-actions.ts";
import type { ActionAnswer, DeskContext } from "./desk-context.ts";
import type { DeskGate, DeskSession } from "./desk-gate.ts";
import { DESK_HEADERS, type DeskPage, escapeLine, renderDeskMessage, renderDeskPage } from "./desk-html.ts";
import { composeInquiries, composeInquiry } from "./inquiry-pages.ts";
import { composeNotices } from "./notices-page.ts";
import { composeComment, composeQueue, readPlace } from "./queue-page.ts";
import { composePostReading, composeReading, type DeskDownload, downloadTable } from "./reading-page.ts";

/** Enough for a reply of 5,000 percent-encoded characters and the form's other fields. */
export const FORM_MAX_BYTES = 96 * 1024;
/** Largest number of new inquiries to count for the tabs. */
const COUNT_MAX = 100;
export const DESK_METHODS = "GET, HEAD, POST";
const DEFAULT_NAME = "Octavo";

export interface DeskPagesOptions {
  /** Whether a form came from a page of the desk. `given` is the form's token. */
  readonly isOwnForm: DeskGate["isOwnForm"];
  /** Opens the database for one request, so that a restored or erased database is noticed. */
  readonly withOwner: <T>(work: (owner: Owner) => Promise<T>) => Promise<T>;
  readonly findPost: DeskContext["findPost"];
  readonly findTitle: DeskContext["findTitle"];
  readonly channels: DeskContext["channels"];
  /**
   * Problems with the database and their remedies, shown on each page. Times are in the site's
   * zone.
   */
  readonly warnings: (rescued: readonly RescuedFile[], timeZone: string) => readonly string[];
  /** ms since 1970. */
  readonly clock: () => number;
  /** The script for keyboard shortcuts. */
  readonly script: string;
  /** The owner's means of access. Default: none, as for a desk that serves only this machine. */
  readonly access?: DeskAccess;
}

/** Pages about the owner's access, and steps that ask the owner to confirm. */
export interface DeskAccess {
  /** HTML below each page. */
  readonly footer: string;
  read(context: DeskContext): Promise<DeskPage>;
  act(context: DeskContext, form: URLSearchParams): Promise<ActionAnswer | null>;
  /**
   * Returns the page that asks the owner for confirmation and then sends the form again, without
   * the draft of a reply; null to continue.
   */
  confirm(context: DeskContext, form: URLSearchParams, action: string): Promise<ActionAnswer | null>;
}

export interface DeskOptions extends Omit<DeskPagesOptions, "isOwnForm" | "access" | "channels"> {
  readonly gate: DeskGate;
  /** Called each time the owner uses the desk. Returns false if the desk has ended. */
  readonly use: () => boolean;
}

/** Answers requests to a desk on this machine. */
export function createDesk(options: DeskOptions): (request: Request) => Promise<Response> {
  const { gate } = options;
  const answer = createDeskPages({ ...options, channels: null, isOwnForm: (...form) => gate.isOwnForm(...form) });
  return async (request) => {
    const admitted = admit(options, request);
    const response = admitted instanceof Response ? admitted : await answer(request, admitted);
    return request.method === "HEAD" ? new Response(null, response) : response;
  };
}

function admit({ gate, use }: DeskOptions, request: Request): Response | DeskSession {
  const admitted = gate.admit(request);
  switch (admitted.kind) {
    case "wrong-host":
      return renderDeskMessage(421, "The desk does not answer to this host name", "It answers only to localhost, 127.0.0.1 and [::1].");
    case "not-now":
      return renderDeskMessage(405, "Open this link in a browser", "Other programs cannot use it.", { Allow: "GET" });
    case "used-link":
      return renderDeskMessage(
        403,
        "This link was already used, or belongs to another desk",
        "A link opens the desk only once. For another one, press l where <code>octavo desk</code> is running, or start it again.",
      );
    case "no-session":
      return renderDeskMessage(
        403,
        "This browser has not opened the desk",
        "Open the link that <code>octavo desk</code> printed. For another one, press l there, or start it again.",
      );
    case "opened":
      use();
      return renderDeskMessage(200, "The desk is open", '<a href="/">To the pending comments</a>', { "Set-Cookie": admitted.cookie });
    case "session":
      if (!use())
        return renderDeskMessage(403, "The desk has ended", "It was not used for 30 minutes. Start <code>octavo desk</code> again.");
      return admitted.session;
  }
}

/** Answers the requests of an admitted browser. */
export function createDeskPages(options: DeskPagesOptions): (request: Request, session: DeskSession) => Promise<Response> {
  return (request, session) => answerSession(options, request, session).catch(explain);
}

async function answerSession(options: DeskPagesOptions, request: Request, session: DeskSession): Promise<Response> {
  const url = new URL(request.url);
  if (request.method === "POST") return act(options, session, request, url);
  if (request.method === "GET" || request.method === "HEAD") return read(options, session, url);
  return renderDeskMessage(405, "This request method is not supported", '<a href="/">To the desk</a>', { Allow: DESK_METHODS });
}

type DeskWork = (context: DeskContext) => Promise<DeskPage | DeskDownload | ActionAnswer | null>;

function serve(
  { withOwner, findPost, findTitle, channels, warnings, clock, script, access }: DeskPagesOptions,
  session: DeskSession,
  work: DeskWork,
) {
  return withOwner(async (owner) => {
    const { site, timeZone, rescued } = await owner(showSite, {});
    const answer = await work({ owner, session, timeZone, now: clock(), findPost, findTitle, channels });
    if (answer === null) return renderDeskMessage(404, "There is nothing here", '<a href="/">To the pending comments</a>');
    if ("download" in answer) return sendDownload(answer);
    if ("location" in answer) {
      const cookie = answer.cookie === undefined ? {} : { "Set-Cookie": answer.cookie };
      return new Response(null, { status: 303, headers: { ...DESK_HEADERS, ...cookie, Location: answer.location } });
    }
    const counts = await countNew(owner);
    return renderDeskPage("page" in answer ? answer.page : answer, {
      session,
      siteName: site?.name ?? DEFAULT_NAME,
      script,
      timeZone,
      counts,
      warnings: warnings(rescued, timeZone),
      footer: access?.footer ?? "",
    });
  });
}

function sendDownload({ download, type, name }: DeskDownload): Response {
  return new Response(download, {
    headers: { ...DESK_HEADERS, "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` },
  });
}

function readFigures(context: DeskContext, query: URLSearchParams): Promise<DeskPage> {
  return query.has("post") ? composePostReading(context, query) : composeReading(context, query);
}

function read(options: DeskPagesOptions, session: DeskSession, { pathname, searchParams }: URL): Promise<Response> {
  return serve(options, session, async (context) => {
    const [, part = "", id, more] = pathname.split("/");
    if (more !== undefined || (id !== undefined && !isPublicId(id))) return null;
    if (part === "" && id === undefined) return composeQueue(context, readPlace(searchParams));
    if (part === "comments" && id !== undefined) return composeComment(context, id, { open: searchParams.get("open") });
    if (part === "inquiries") return id === undefined ? composeInquiries(context, searchParams) : composeInquiry(context, id);
    if (part === "reading" && id === undefined) return readFigures(context, searchParams);
    if (part === "blocking" && id === undefined) return composeBlocking(context, searchParams);
    if (part === "access" && id === undefined) return options.access?.read(context) ?? null;
    return part === "notices" && id === undefined ? composeNotices(context) : null;
  });
}

async function act(options: DeskPagesOptions, session: DeskSession, request: Request, url: URL): Promise<Response> {
  const { pathname, searchParams } = url;
  const form = await readForm(request, { maxBytes: FORM_MAX_BYTES });
  if (!options.isOwnForm(request, session, form.get("form") ?? ""))
    return renderDeskMessage(403, "This was not sent from the desk", 'Nothing was changed. <a href="/">To the desk</a>');
  const { access } = options;
  return serve(options, session, async (context) => {
    const [, part = "", id, more] = pathname.split("/");
    if (more !== undefined || (id !== undefined && !isPublicId(id))) return null;
    if (part === "access" && id === undefined) return access?.act(context, form) ?? null;
    if (part === "reading" && id === undefined) return downloadTable(context, searchParams, form.get("file") ?? "");
    const action = findDeskAction(part, id !== undefined, form);
    if (action === null) return null;
    const confirmation = action.asksAgain ? await access?.confirm(context, form, pathname + url.search) : null;
    return confirmation ?? action.run(context, { id: id ?? "", query: searchParams, form });
  });
}

/** Explains an error on a page. */
function explain(error: unknown): Response {
  if (error instanceof Failure) return explainFailure(error);
  const hint = hintOf(error);
  const message = error instanceof Error ? error.message : String(error);
  return renderDeskMessage(
    503,
    "This cannot be done now",
    `${escapeLine(message)}${hint === null ? "" : `. ${escapeLine(hint)}`}. <a href="/">Try again</a>`,
  );
}

/** Explains why a form was not read. */
export function explainFailure({ code }: Failure): Response {
  const status = { "content-too-large": 413, "unsupported-media-type": 415 }[code as string] ?? 400;
  return renderDeskMessage(status, "This form cannot be read", 'Nothing was changed. <a href="/">To the desk</a>');
}

async function countNew(owner: Owner): Promise<Record<"/" | "/inquiries" | "/notices", number>> {
  const { countsByState } = await owner(listQueue, { limit: 1 });
  const news = await owner(inquiryList, { states: ["new"], limit: COUNT_MAX });
  const dead = await owner(noticeList, { states: ["dead"] });
  return { "/": countsByState.pending, "/inquiries": news.items.length, "/notices": dead.items.length };
}
