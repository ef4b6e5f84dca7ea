/**
 * A script at the start of the page. If the browser went back or forward to the page, or if another
 * window is in front before the page has loaded, the page ignores keys and clicks. The main script
 * (wait-for-quiet.ts) runs at the end and ends this state.
 */
export const HOLD_SCRIPT = `const hold=()=>{if(document.readyState!=="loading")return;document.body.className="waits";document.querySelector(".page").inert=true}
if(!document.hasFocus()||performance.getEntriesByType("navigation")[0]?.type==="back_forward")hold()
addEventListener("blur",hold)
document.addEventListener("visibilitychange",hold)`;
