import { PALETTE } from "../palette.ts";

/**
 * The style of the owner's desk. A constant, so that its hash in the pages' policy is always the
 * same.
 */
export const DESK_STYLE = `${PALETTE}
:root{--good:#256b3a;--bad:#a4262c}
@media (prefers-color-scheme:dark){:root{--good:#86cf9b;--bad:#f59a9a}}
*{box-sizing:border-box}
html{scroll-padding-block:1rem 5rem}
html:has(.status){scroll-padding-top:5.5rem}
body{margin:0;min-height:100vh;background:var(--paper);color:var(--ink);font:1rem/1.55 var(--sans);-webkit-text-size-adjust:100%;overflow-wrap:anywhere}
.top,main,footer{width:100%;max-width:50rem;margin-inline:auto;padding-inline:clamp(.9rem,4vw,2rem)}
.top{display:flex;flex-wrap:wrap;align-items:baseline;gap:.2rem 2rem;padding-block:1rem;border-bottom:1px solid var(--line)}
.name{margin:0;margin-inline-end:auto;font:600 1.15rem/1.3 var(--serif)}
nav ul{display:flex;flex-wrap:wrap;gap:.1rem 1.1rem;margin:0;padding:0;list-style:none}
nav li a{display:inline-block;padding-block:.35rem;color:var(--soft);text-decoration:none}
nav li a:hover{color:var(--ink);text-decoration:underline;text-decoration-color:var(--accent);text-underline-offset:.35em}
nav li a[aria-current]{color:var(--ink);box-shadow:inset 0 -2px var(--accent)}
nav b{font-variant-numeric:tabular-nums}
@media (width<30rem){.top nav ul{gap:.1rem .6rem}.top nav li a{font-size:.8125rem}}
.tabs{font-size:.95rem;margin-block:0 1rem}
h1{margin:1.5rem 0 .5rem;font:600 1.7rem/1.25 var(--serif)}
h2{margin:0;font:600 1.1rem/1.4 var(--sans)}
h2 span{font-weight:400;color:var(--soft)}
section{margin-top:2rem}
section>h2{margin-bottom:.5rem;font:600 1.25rem/1.3 var(--serif)}
a{color:inherit;text-decoration-color:var(--accent);text-decoration-thickness:.08em;text-underline-offset:.2em}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:2px}
.item,.row{scroll-margin-block:1rem 4rem}
.item{margin-block:0 1rem;padding:1rem 1.1rem;background:var(--card);border:1px solid var(--line);border-radius:.6rem;overflow:clip}
.item.current,.row.current{border-color:var(--accent);box-shadow:inset 3px 0 var(--accent);outline:0}
.facts{display:flex;flex-wrap:wrap;gap:.05rem .9rem;margin:.15rem 0 0;color:var(--soft);font-size:.875rem;font-variant-numeric:tabular-nums}
.quote{margin:.6rem 0 0;padding-inline-start:.8rem;border-inline-start:3px solid var(--line);color:var(--soft);font-size:.925rem;overflow:clip}
.body{margin:.7rem 0;white-space:pre-wrap;overflow:clip;line-height:1.55}
.links{margin:.5rem 0;padding-inline-start:1.1rem;color:var(--soft);font:.85rem/1.5 var(--mono)}
.ways,form.undo,form.due{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem}
form{margin:0}
[hidden]{display:none!important}
.waits .page{pointer-events:none;cursor:progress}
.waiting{position:fixed;z-index:2;inset:0 0 auto;height:.2rem;margin:0;padding-top:.2rem;overflow:clip}
.waits .waiting{background:var(--accent)}
form.way{margin-block:1rem}
form.way label{display:block}
form.way select{margin-bottom:.6rem}
form.way input{width:100%;margin-bottom:.5rem}
form.way p{margin:.4rem 0 0;color:var(--soft);font-size:.925rem}
button.main{border-color:var(--accent);font-weight:600}
.page>main:only-child{max-width:30rem}
button,select,textarea,summary,input{font:inherit;font-size:.95rem;color:var(--ink);border:1px solid var(--line);border-radius:.4rem;background:var(--paper)}
button,select,summary,input{min-height:2.75rem;padding:.4rem .9rem;cursor:pointer}
button:hover,summary:hover{border-color:var(--accent)}
button.approve{border-color:var(--good);color:var(--good);font-weight:600}
button.reject,button.spam,button.ban,button.delete{color:var(--bad)}
textarea{display:block;width:100%;margin:.3rem 0 .6rem;padding:.5rem .7rem;resize:vertical}
details[open]{flex-basis:100%}
form.due{margin-top:.8rem}
details p{margin:.5rem 0}
details label{display:block;margin-top:.6rem}
details select{margin:.2rem .3rem .6rem 0}
summary{display:inline-flex;align-items:center;border-color:transparent;background:none;color:var(--soft);padding-inline:.2rem}
summary::before{content:"▸";margin-inline-end:.4rem}
details[open]>summary::before{content:"▾"}
kbd{display:none;margin-inline-start:.5rem;padding:0 .3rem;border:1px solid var(--line);border-radius:.25rem;color:var(--soft);font:.8rem/1.4 var(--mono);font-weight:400}
.keys-help{display:none;flex-wrap:wrap;gap:.3rem 1rem;margin:0;padding-block:1rem;border-top:1px solid var(--line);color:var(--soft);font-size:.875rem}
.keys-help kbd{margin:0}
@media (hover:hover) and (pointer:fine){.with-keys kbd{display:inline-block}.with-keys .keys-help.open{display:flex}}
.status{position:sticky;top:0;z-index:1;display:grid;gap:.4rem;margin-block:.5rem 1rem;padding-block:.5rem;background:var(--paper);border-bottom:1px solid var(--line)}
.said{margin:0;padding:.5rem .9rem;background:var(--card);border:1px solid var(--line);border-inline-start:3px solid var(--good);border-radius:.3rem}
.said.problem{border-inline-start-color:var(--bad)}
.undo{color:var(--soft);font-size:.925rem}
.undo span{flex:1 1 9rem;min-width:0;overflow:clip}
details .said{margin-block:.5rem}
.nothing{margin:2rem 0;color:var(--soft);font-size:1.1rem}
.rows,.notes{margin:0;padding:0;list-style:none}
.row{padding:.8rem;border-top:1px solid var(--line);overflow:clip}
.row>a{font-weight:600}
.row form{margin-top:.5rem}
.row.line{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.3rem 1rem;padding-block:.4rem}
.row.line form{margin:0}
.excerpt{margin:.25rem 0 0;color:var(--soft)}
.notes li{padding-block:.6rem;border-top:1px solid var(--line)}
.notes .body{margin:.2rem 0 0}
.state{font-weight:600}
.state.new{color:var(--accent)}
.pages{display:flex;flex-wrap:wrap;align-items:baseline;justify-content:space-between;gap:.5rem 1.5rem;padding-block:1rem 2rem}
.pages a{padding-block:.5rem}
dl{margin:.7rem 0}
dl div{display:flex;flex-wrap:wrap;gap:.1rem .8rem}
dt{min-width:5.5rem;color:var(--soft)}
dd{margin:0;flex:1 1 11rem;min-width:0}
.search{margin-block:0 1rem}
.search .fields{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:.2rem .8rem;margin-bottom:.7rem}
.search a{margin-inline-start:.8rem}
.fields input{display:block;width:100%;cursor:text}
.selection{margin-block:0 1rem}
.selection .ways{margin-top:.5rem}
.preview{margin-block:0 .7rem;padding:.3rem .9rem;border:1px dashed var(--line);border-radius:.4rem}
.preview pre{overflow-x:auto}
.ways .more{padding:.6rem .2rem;color:var(--soft)}
.thread{margin-block:0 1rem}
.undoable{display:grid;gap:.4rem;margin-block:0 1rem}
.sample{margin-block:1rem}
.sample+form a{padding:.6rem}
footer{padding-bottom:2rem}
`;
