/** The style of the list of mistakes that `dev` shows over a page. */
export const LIVE_STYLE = `:host{color-scheme:light dark;--ink:light-dark(#26221d,#ece5da);--soft:light-dark(#685f54,#aca294);--line:light-dark(#e4dccf,#37322b);--card:light-dark(#fffdf9,#221f1b);--error:light-dark(#b3261e,#ff9d93)}
aside{position:fixed;z-index:9;inset-block-end:1rem;inset-inline:1rem;max-width:44rem;max-height:45vh;margin-inline:auto;overflow:auto;padding:.6rem 1rem;color:var(--ink);background:var(--card);border:1px solid var(--line);border-inline-start:4px solid #c9891a;border-radius:.5rem;box-shadow:0 4px 24px #0003;font:.9rem/1.55 ui-sans-serif,system-ui,sans-serif;overflow-wrap:break-word}
aside[hidden]{display:none}
summary{cursor:pointer;color:var(--soft)}
ol{margin:.5rem 0 .25rem;padding-inline-start:1.1rem}
li+li{margin-top:.6rem}
li>span{display:block;color:var(--soft)}
.corner{text-align:end}
@media (width >= 48rem){.corner{position:fixed;z-index:8;inset-block-end:0;inset-inline-end:0}}
button{padding:.15rem .6rem;color:var(--ink);background:var(--card);border:1px solid var(--line);border-radius:1rem;font:.8rem/1.5 ui-sans-serif,system-ui,sans-serif;cursor:pointer}
.corner button{margin:.75rem}
code{font-family:ui-monospace,monospace}
.error{color:var(--error)}
:focus-visible{outline:2px solid currentColor;outline-offset:2px}`;

export const BADGE_CLASS = "octavo-badge";

/** The style of the mark on pages that are not public yet. */
export const BADGE_STYLE = `.${BADGE_CLASS}{display:inline-block;margin-inline-start:.6rem;padding:.1rem .6rem;border-radius:1rem;color:#26221d;background:#fbe6b8;font:600 .8rem/1.5 ui-sans-serif,system-ui,sans-serif;letter-spacing:0;vertical-align:middle}`;
