import { toReadableAccent } from "../views/accent.ts";

/** Backgrounds of pages and cards. Accents are fitted to the one that leaves less contrast. */
const PAPER = { light: "#fbf8f3", dark: "#191714" } as const;
const CARD = { light: "#fffdf9", dark: "#221f1b" } as const;

/** Colours and fonts of all our pages, light and dark. */
export const READER_PALETTE = `:root{color-scheme:light dark;--paper:${PAPER.light};--ink:#26221d;--soft:#685f54;--line:#e4dccf;--card:${CARD.light};--accent:#9c3f19;--mark:#fbe6b8;--serif:ui-serif,"Iowan Old Style",Palatino,"Palatino Linotype",Georgia,serif;--sans:ui-sans-serif,system-ui,-apple-system,"Segoe UI",sans-serif;--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
@media (prefers-color-scheme:dark){:root{--paper:${PAPER.dark};--ink:#ece5da;--soft:#aca294;--line:#37322b;--card:${CARD.dark};--accent:#f0a27c;--mark:#5a4413}}`;

/** The accent colour of a site in the place of ours, as dark or as light as the background needs; empty: it has none. */
export function renderAccentStyle(accentColor: string | null): string {
  if (accentColor === null) return "";
  const [light, dark] = [toReadableAccent(accentColor, PAPER.light), toReadableAccent(accentColor, CARD.dark)];
  return `:root{--accent:${light}}@media (prefers-color-scheme:dark){:root{--accent:${dark}}}`;
}

/** The style of the reader, inside its page. */
export const READER_STYLE = `
${READER_PALETTE}
:root{--octavo-accent:var(--accent);--octavo-on-accent:var(--paper);--octavo-surface:var(--card);--octavo-line:var(--line)}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:1rem}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}*{transition:none!important;animation:none!important}}
body{margin:0;min-height:100vh;background:var(--paper);color:var(--ink);font:1.0625rem/1.65 var(--sans);-webkit-text-size-adjust:100%;overflow-wrap:break-word}
.top,main{width:100%;max-width:56rem;margin-inline:auto;padding-inline:clamp(1rem,4vw,2rem)}
.top nav{display:flex;flex-wrap:wrap;align-items:baseline;gap:.1rem 2rem;padding-block:1.25rem;border-bottom:1px solid var(--line)}
.top ul{display:flex;flex-wrap:wrap;gap:0 1.25rem;margin:0;padding:0;list-style:none;font-size:.95rem}
.top a{color:var(--soft);text-decoration:none;display:inline-block;padding-block:.25rem}
.top li{position:relative}
.top li ul{display:none;position:absolute;z-index:2;inset-inline-start:-.75rem;min-width:10rem;padding:.35rem .75rem;background:var(--card);border:1px solid var(--line);border-radius:.5rem}
.top li:is(:hover,:focus-within)>ul{display:block}
@media (hover:none),(max-width:40rem){.top li:has(ul){flex-basis:100%}.top li ul{display:flex;position:static;min-width:0;padding:0 0 0 .75rem;border:0;background:none;font-size:.9rem}}
.top a:hover,.top a[aria-current]{color:var(--ink);text-decoration:underline;text-decoration-color:var(--accent);text-underline-offset:.35em}
.top a.name{text-decoration:none!important;color:var(--ink);font:600 1.15rem/1.3 var(--serif);margin-inline-end:auto;min-width:0;overflow-wrap:anywhere}
.top a.skip{position:absolute;inset-block-start:-4rem;background:var(--card);padding:.5rem 1rem;z-index:2}
.top a.skip:focus{inset-block-start:.5rem}
main{padding-block:2.5rem 4rem;min-height:75vh;outline:none}
main[aria-busy]{opacity:.6;transition:opacity .2s .15s}
h1,h2,h3,h4{font-family:var(--serif);font-weight:600;line-height:1.2;text-wrap:balance;letter-spacing:-.005em;overflow-wrap:anywhere;hyphens:auto;hyphenate-limit-chars:16 6 6}
:is(h1,h2,h3):is(:lang(ja),:lang(zh),:lang(ko)){letter-spacing:0;line-height:1.35;word-break:auto-phrase}
h1{margin:0 0 .5rem;font-size:clamp(1.9rem,5.5vw,2.9rem)}
h2{font-size:1.45rem}
a{color:inherit;text-decoration-color:var(--accent);text-decoration-thickness:.07em;text-underline-offset:.2em}
a:hover{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:2px}
.status{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);margin:0}
.tagline,.subtitle{margin:.25rem 0 0;color:var(--soft);font-size:1.2rem;max-width:40rem;text-wrap:pretty}
.intro{margin-block:1rem 2.5rem}
.kicker{margin:2.5rem 0 .5rem;font:600 .85rem var(--sans);letter-spacing:.08em;text-transform:uppercase;color:var(--soft)}
.facts{display:flex;flex-wrap:wrap;gap:.1rem .5rem;margin:.2rem 0;color:var(--soft);font-size:.9rem;font-variant-numeric:tabular-nums}
.tags{display:flex;flex-wrap:wrap;gap:.4rem;margin:.6rem 0 0;padding:0;list-style:none;font-size:.85rem}
.tags a{display:block;padding:.15rem .6rem;border:1px solid var(--line);border-radius:1rem;color:var(--soft);text-decoration:none}
.tags a:hover{border-color:var(--accent);color:var(--accent)}
.filters{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.5rem,1fr));gap:.75rem;margin-block:1rem .75rem}
.filters select{width:100%;max-width:none}
.filter{display:grid;gap:.15rem;font-size:.8rem;color:var(--soft)}
select,button{font:inherit;font-size:.95rem;color:var(--ink);background:var(--card);border:1px solid var(--line);border-radius:.4rem;padding:.35rem .6rem;min-height:2.25rem;max-width:11rem}
button{cursor:pointer}
.cards{list-style:none;margin:0;padding:0}
.cards li+li .card{border-top:1px solid var(--line)}
.card{display:grid;grid-template-columns:minmax(0,1fr);gap:1rem;padding-block:1.4rem}
.card h2{margin:0;font-size:1.35rem}
.card h2 a{text-decoration:none}
.card h2 a:hover{text-decoration:underline}
.excerpt{margin:.35rem 0 0;max-width:42rem;display:-webkit-box;-webkit-line-clamp:3;-webkit-box-orient:vertical;overflow:hidden;text-wrap:pretty}
@media (min-width:40rem){.card.pictured:not(:has(.missing)){grid-template-columns:minmax(0,1fr) 12rem}}
.picture{display:block;overflow:hidden;border-radius:.4rem;background-size:cover;background-position:center}
.picture img{display:block;width:100%;height:100%;object-fit:cover;opacity:0;transition:opacity .3s}
.picture.loaded img{opacity:1}
.picture.loaded{background-image:none!important;background-color:transparent!important}
.picture.crop{aspect-ratio:3/2!important}
.picture.missing{aspect-ratio:auto!important;padding:.75rem 1rem;background:var(--card)!important;border:1px solid var(--line);color:var(--soft);font-size:.9rem}
.crop.missing,.missing:empty,figure:has(>.missing:empty){display:none}
.post{max-width:42rem;margin-inline:auto}
.post header{margin-bottom:1.75rem}
figure{margin:1.75rem 0}
.wide{margin-inline:calc((min(100vw,56rem) - 42rem)/-2 + 2rem)}
@media (max-width:46rem){.wide{margin-inline:0}}
.wide video,.embed{display:block;width:100%;aspect-ratio:16/9;border:0;border-radius:.4rem;background:#000}
.film .film-poster{border-radius:0}
.play{position:relative;display:block;width:100%;max-width:none;min-height:0;aspect-ratio:16/9;padding:0;overflow:hidden;border:0;border-radius:.4rem;background:#17191c}
.play .film-poster{position:absolute;inset:0;aspect-ratio:auto!important}
.play-mark{position:absolute;inset:0;margin:auto;width:4.25rem;height:4.25rem;border-radius:50%;background:#000c;box-shadow:0 0 0 2px #fffc;transition:transform .2s}
.play-mark:after{content:"";position:absolute;inset:0;margin:auto;width:1.4rem;height:1.6rem;transform:translateX(.15rem);background:#fff;clip-path:polygon(0 0,100% 50%,0 100%)}
.play:is(:hover,:focus-visible) .play-mark{transform:scale(1.08)}
.jacket{float:inline-end;width:min(14rem,40%);margin-block:0 1rem;margin-inline:1.5rem 0}
.prose{font-size:1.125rem;line-height:1.7}
.prose>*{max-width:100%}
.prose h2{margin:2.2em 0 .5em}
.prose h3{margin:1.8em 0 .4em;font-size:1.2rem}
.prose :is(pre,code,kbd,samp){direction:ltr;unicode-bidi:isolate}
.prose li:has(>input[type=checkbox]){list-style:none;margin-inline-start:-1.4rem}
.prose p,.prose ul,.prose ol,.prose blockquote,.prose pre,.prose table{margin:0 0 1.1em}
.prose li+li{margin-top:.3em}
.prose img,.prose video,.prose svg{max-width:100%;height:auto;border-radius:.3rem}
.prose iframe{max-width:100%}
.prose blockquote{padding-inline-start:1.1rem;border-inline-start:3px solid var(--accent);color:var(--soft)}
code,kbd,pre{font-family:var(--mono);font-size:.88em}
:not(pre)>code{padding:.1em .3em;background:color-mix(in srgb,var(--ink) 7%,transparent);border-radius:.25rem}
.prose pre{overflow-x:auto;padding:1rem 1.1rem;background:var(--card);border:1px solid var(--line);border-radius:.5rem;line-height:1.55;font-size:.9rem;tab-size:2}
.prose pre code{font-size:1em}
.prose table{display:block;overflow-x:auto;border-collapse:collapse;font-size:.95rem}
.prose th,.prose td{padding:.45rem .75rem;border-bottom:1px solid var(--line)}
.prose :is(th,td):not([align]){text-align:start}
.prose hr{border:0;border-top:1px solid var(--line);margin:2.5em auto;width:40%}
.prose figcaption,figcaption{margin-top:.5rem;color:var(--soft);font-size:.9rem}
mark{background:var(--mark);color:inherit}
.toc,.series{margin:0 0 1.75rem;padding:.75rem 1.1rem;background:var(--card);border:1px solid var(--line);border-radius:.5rem;font-size:.95rem}
summary{cursor:pointer;color:var(--soft)}
.toc ol,.series ol{margin:.5rem 0 .25rem;padding-inline-start:1.25rem}
.toc ol{list-style:none;padding:0}
.toc .level-1{margin-inline-start:1.2rem}.toc .level-2,.toc .level-3,.toc .level-4{margin-inline-start:2.4rem}
.fields{display:grid;gap:.35rem 2rem;grid-template-columns:repeat(auto-fill,minmax(min(100%,18rem),1fr));margin:0 0 1.75rem;padding-block:.9rem;border-block:1px solid var(--line);font-size:.95rem}
.fields div{display:grid;grid-template-columns:8rem minmax(0,1fr);gap:.75rem}
.fields dt{color:var(--soft)}
.fields dd{margin:0}
.gallery{display:grid;grid-template-columns:repeat(auto-fit,minmax(15rem,1fr));gap:1rem;margin-block:1.5rem}
.after{max-width:42rem;margin:3rem auto 0;padding-top:1.5rem;border-top:1px solid var(--line)}
.neighbours{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:1rem;margin-top:1rem}
.neighbours a{display:block;text-decoration:none;font-family:var(--serif)}
.neighbours a[rel=next]{text-align:end}
.neighbours small{display:block;color:var(--soft);font-family:var(--sans)}
.related,.comments{max-width:42rem;margin:2.5rem auto 0}
.related ul{margin:0;padding:0;list-style:none}
.related li+li{margin-top:.9rem}
.related p{margin:.1rem 0 0;color:var(--soft);font-size:.95rem;display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}
.pages>span{display:flex;gap:1.25rem}
.pages{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.5rem 1rem;margin-top:2rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--soft)}
.badge{display:inline-block;margin-inline-start:.6rem;padding:.1rem .6rem;border-radius:1rem;background:var(--mark);color:var(--ink);font:600 .8rem/1.5 var(--sans);letter-spacing:0;vertical-align:middle}
.photos{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(15rem,44vw),1fr));gap:.75rem;margin:0;padding:0;list-style:none}
.facts+.photos{margin-top:.75rem}
.photos .picture{aspect-ratio:1!important}
.photos a{display:block}
.shelf{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:1.75rem 1.25rem;margin:1rem 0 0;padding:0;list-style:none}
.jacketed{display:grid;gap:.15rem;text-decoration:none;line-height:1.35}
.jacketed .picture,.spine{margin-bottom:.4rem}
.spine{display:grid;place-items:center;aspect-ratio:2/3;padding:1rem;background:var(--card);border:1px solid var(--line);border-radius:.4rem;text-align:center;font-family:var(--serif)}
.offers{margin:0;padding:0;list-style:none;display:grid;gap:1.25rem}
.offer{padding:1.25rem 1.5rem;background:var(--card);border:1px solid var(--line);border-radius:.6rem}
.offer h2{margin:0}
.offer .facts{margin-bottom:.75rem}
.offer .prose{font-size:1rem}
.offers~section{margin-top:2.75rem}
.points{font-size:1rem;padding-inline-start:1.2rem;list-style:disc}
.steps li+li{margin-top:.75rem}.steps p{margin:.1rem 0 0;color:var(--soft)}
octavo-search{margin-top:1.5rem}
.links{display:flex;flex-wrap:wrap;gap:.4rem 1.25rem}
.foot{width:100%;max-width:56rem;margin-inline:auto;padding:0 clamp(1rem,4vw,2rem) 2.5rem;font-size:.9rem}
.foot ul{display:flex;flex-wrap:wrap;gap:0 1.25rem;margin:0;padding:1rem 0 0;border-top:1px solid var(--line);list-style:none}
.foot a{display:inline-block;padding-block:.35rem;color:var(--soft);text-decoration:none}
.foot a:hover{color:var(--ink);text-decoration:underline}
.note{padding:1rem 1.25rem;background:var(--card);border:1px solid var(--line);border-radius:.5rem;color:var(--soft)}
.problems{position:fixed;inset-block-end:1rem;inset-inline:1rem;max-width:44rem;margin-inline:auto;max-height:45vh;overflow:auto;padding:.6rem 1rem;background:var(--card);border:1px solid var(--line);border-inline-start:4px solid #c9891a;border-radius:.5rem;box-shadow:0 4px 24px #0003;font-size:.9rem}
.problems[hidden]{display:none}
.problems ol{margin:.5rem 0 .25rem;padding-inline-start:1.1rem}
.problems li+li{margin-top:.6rem}
.problems li>span{display:block;color:var(--soft)}
.problems .error{color:#b3261e}
@media (prefers-color-scheme:dark){.problems .error{color:#ff9d93}}
`;
