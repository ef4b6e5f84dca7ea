import { addBanFrom, addWordsFrom, endBanFrom, removeWordFrom } from "./blocking/blocking-actions.ts";
import type { ActionAnswer, DeskContext, DeskForm } from "./desk-context.ts";
import { actOnInquiry } from "./inquiry-pages.ts";
import { retryNotice } from "./notices-page.ts";
import { banAuthorFrom, decideOnComment, replyFrom, undoLast } from "./queue-actions.ts";
import { decideOnSelection, undoWholeSelection } from "./selections/selection-actions.ts";
import { closeFrom, editFrom, moveFrom, previewFrom } from "./thread-actions.ts";

/** An action that a form of the desk can request. */
interface DeskAction {
  /** `/comments/…` */
  readonly part: string;
  /** Whether the address names a record. */
  readonly hasId: boolean;
  /** The button's value; null for any value. */
  readonly wish: string | null;
  /**
   * Whether the hosted desk asks for the owner's passkey again, for example before erasing or
   * banning.
   */
  readonly asksAgain: boolean;
  /** Returns null if there is no such record or the form requested nothing. */
  run(context: DeskContext, sent: DeskForm): Promise<ActionAnswer | null>;
}

const DESK_ACTIONS: readonly DeskAction[] = [
  ...(["approve", "reject", "spam"] as const).map((wish) => ({
    ...onComment(wish),
    run: (context: DeskContext, sent: DeskForm) => decideOnComment(context, wish, sent),
  })),
  { ...onComment("reply"), run: replyFrom },
  { ...onComment("preview"), run: (context, sent) => previewFrom(context, sent, "reply") },
  { ...onComment("preview-edit"), run: (context, sent) => previewFrom(context, sent, "edit") },
  { ...onComment("edit"), run: editFrom },
  { ...onComment("move"), run: moveFrom },
  { ...onComment("close"), run: (context, sent) => closeFrom(context, sent, true) },
  { ...onComment("reopen"), run: (context, sent) => closeFrom(context, sent, false) },
  { ...onComment("ban"), asksAgain: true, run: banAuthorFrom },
  ...(["approve", "reject", "spam", "delete"] as const).map((wish) => ({
    ...onWhole("selection", wish),
    asksAgain: wish === "delete",
    run: (context: DeskContext, { form }: DeskForm) => decideOnSelection(context, wish, form),
  })),
  { ...onWhole("selection", "undo"), run: (context, { form }) => undoWholeSelection(context, form) },
  { ...onWhole("blocking", "add-words"), run: (context, { form }) => addWordsFrom(context, form) },
  { ...onWhole("blocking", "remove-word"), run: (context, { form }) => removeWordFrom(context, form) },
  { ...onWhole("blocking", "add-ban"), asksAgain: true, run: (context, { form }) => addBanFrom(context, form) },
  { ...onWhole("blocking", "end-ban"), run: (context, { form }) => endBanFrom(context, form) },
  { ...onWhole("undo"), run: (context, { form }) => undoLast(context, form) },
  { ...onWhole("notices"), run: (context, { form }) => retryNotice(context, form) },
  { part: "inquiries", hasId: true, wish: null, asksAgain: false, run: (context, { id, form }) => actOnInquiry(context, id, form) },
];

function onComment(wish: string) {
  return { part: "comments", hasId: true, wish, asksAgain: false };
}

function onWhole(part: string, wish: string | null = null) {
  return { part, hasId: false, wish, asksAgain: false };
}

/** Finds the action that a form requests; null if it is unknown. */
export function findDeskAction(part: string, hasId: boolean, form: URLSearchParams): DeskAction | null {
  const fits = (action: DeskAction): boolean =>
    action.part === part && action.hasId === hasId && (action.wish === null || action.wish === form.get("do"));
  return DESK_ACTIONS.find(fits) ?? null;
}
