/**
 * A script at the start of the page, which the main script at the end follows up. It holds a page
 * to which the browser went back, and a page behind another window, before the first click can
 * reach them. It only sets what wait-for-quiet.ts removes.
 */
export const HOLD_SCRIPT =
  'if(!document.hasFocus()||performance.getEntriesByType("navigation")[0]?.type==="back_forward"){document.body.className="waits";document.querySelector(".page").inert=true}';
