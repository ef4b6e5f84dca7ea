/**
 * The style of the page at `/`. It is constant, so its hash in the page's policy is always the
 * same.
 */
export const LANDING_STYLE = `
:root{color-scheme:light dark;--paper:#faf7f2;--ink:#26221d;--soft:#6d645a;--line:#e2dacd;--card:#fffdf9;--accent:#a3431c}
@media (prefers-color-scheme:dark){:root{--paper:#191714;--ink:#ece5da;--soft:#a3998b;--line:#37322b;--card:#221f1b;--accent:#f0a27c}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.6 ui-sans-serif,system-ui,-apple-system,"Segoe UI",sans-serif;-webkit-text-size-adjust:100%}
header,main{max-width:54rem;margin:0 auto;padding:0 1.5rem}
header{padding-top:clamp(2.5rem,8vw,5rem)}
main{padding-bottom:5rem}
.mark{margin:0;color:var(--accent);font-size:.8rem;font-weight:600;letter-spacing:.16em;text-transform:uppercase}
h1{margin:.2rem 0 0;font:600 clamp(2rem,6vw,3.25rem)/1.15 ui-serif,"Iowan Old Style",Palatino,Georgia,serif;letter-spacing:-.01em;text-wrap:balance}
.tagline{margin:.7rem 0 0;color:var(--soft);font-size:1.15rem;max-width:38rem}
h2{margin:0 0 .6rem;font:600 1.3rem/1.3 ui-serif,"Iowan Old Style",Palatino,Georgia,serif}
section{margin-top:2.75rem}
section>p{margin:0 0 1rem;color:var(--soft)}
a{color:inherit;text-decoration-color:var(--accent);text-decoration-thickness:.08em;text-underline-offset:.2em}
a:hover{color:var(--accent)}
a:focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:2px}
code{font:.9em ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
ul,ol{list-style:none;margin:0;padding:0}
.counts{display:grid;grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr));gap:.75rem;margin-top:2.25rem}
.counts a{display:block;padding:.9rem 1.1rem 1rem;background:var(--card);border:1px solid var(--line);border-radius:.6rem;color:var(--soft);text-decoration:none}
.counts a:hover{border-color:var(--accent)}
.counts b{display:block;color:var(--ink);font:600 2rem/1.2 ui-serif,"Iowan Old Style",Palatino,Georgia,serif;font-variant-numeric:lining-nums}
.latest li{display:flex;justify-content:space-between;gap:1.5rem;padding:.5rem 0;border-top:1px solid var(--line)}
.latest time{color:var(--soft);font-variant-numeric:tabular-nums;white-space:nowrap}
.paths{margin:0}
.paths div{display:grid;grid-template-columns:minmax(13rem,1fr) 2fr;gap:.1rem 1.5rem;padding:.6rem 0;border-top:1px solid var(--line)}
.paths dd{margin:0;color:var(--soft)}
.queries{display:block;margin-top:.3rem}
.query{display:inline-block;margin:.1rem .5rem .1rem 0;font:.85rem ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.row{display:flex;flex-wrap:wrap;gap:.4rem 1.5rem}
.hint{padding:1.25rem 1.4rem;background:var(--card);border:1px solid var(--line);border-left:3px solid var(--accent);border-radius:.4rem}
.hint p{margin:0;color:var(--ink)}
@media (max-width:38rem){.paths div{grid-template-columns:1fr}}
`;
