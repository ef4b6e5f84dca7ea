/**
 * A script at the start of the page. If the browser went back or forward to the page, or if it is behind
 * another window, the page ignores keys and clicks from the beginning. The main script
 * (wait-for-quiet.ts) runs later and ends this state.
 */
export const HOLD_SCRIPT =
  'if(!document.hasFocus()||performance.getEntriesByType("navigation")[0]?.type==="back_forward"){document.body.className="waits";document.querySelector(".page").inert=true}';
