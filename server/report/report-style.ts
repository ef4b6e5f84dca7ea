/**
 * The style of `renderReportBody`. Its colours and fonts come from the surrounding page (`--ink`,
 * `--soft`, `--line`, `--paper`, `--accent`, `--serif`, `--sans`); chart colours are its own. It is
 * one constant text, so that its hash in a page's policy is always the same.
 */
export const REPORT_STYLE = `.report{--one:#9c3f19;--two:#1d6a72;--bar:#d9a283;--part:#9c3f19}
@media (prefers-color-scheme:dark){.report{--one:#f0a27c;--two:#7cc7cf;--bar:#7d4a33;--part:#f0a27c}}
.report .period{margin:0 0 1.5rem;color:var(--soft);max-width:44rem}
.report section{margin:2.5rem 0 0;break-inside:avoid}
.report h2{margin:0 0 .4rem;font:600 1.25rem/1.3 var(--serif)}
.report .figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(9rem,1fr));gap:1rem 2rem;margin:0}
.report .figures div{display:block}
.report .figures dt{color:var(--soft);font-size:.9rem}
.report .figures dd{margin:0;font:600 1.9rem/1.25 var(--serif);font-variant-numeric:lining-nums tabular-nums}
.report .figures small{display:block;font:400 .85rem/1.4 var(--sans);color:var(--soft)}
.report .axis-name{margin:.1rem 0 .3rem;color:var(--soft);font-size:.9rem}
.report .key{color:var(--part);font-weight:600}
.report svg.wide,.report svg.narrow{display:block;width:100%;height:auto;overflow:visible}
.report svg.narrow{display:none}
.report svg text{font:12px var(--sans);fill:var(--soft);font-variant-numeric:tabular-nums}
.report svg text.first{fill:var(--one);font-weight:600}
.report svg text.second{fill:var(--two);font-weight:600}
.report .grid{stroke:var(--line);fill:none}
.report .axis{stroke:var(--soft);fill:none}
.report .line{fill:none;stroke-width:2;stroke-linejoin:round}
.report .line.first{stroke:var(--one)}
.report .line.second{stroke:var(--two)}
.report circle.first,.report .peak{fill:var(--one)}
.report circle.second{fill:var(--two)}
.report rect.whole,.report .bar rect{fill:var(--bar)}
.report rect.part{fill:var(--part)}
.report table{width:100%;margin:.3rem 0 0;border-collapse:collapse;font-size:.95rem;font-variant-numeric:tabular-nums}
.report caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.report th,.report td{padding:.25rem 0 .5rem .9rem;line-height:1.4;border:0;text-align:end;vertical-align:top;font-weight:400;white-space:nowrap}
.report thead th{color:var(--soft);font-size:.85rem;border-bottom:1px solid var(--line)}
.report th:first-child{padding-inline-start:0;text-align:start;white-space:normal;overflow-wrap:anywhere;width:99%}
.report .words{text-align:start;white-space:normal}
.report td.words{width:70%;color:var(--soft)}
.report th:first-child:has(+.words){width:auto;white-space:nowrap}
.report .bar{display:block;width:100%;height:4px;margin-top:.1rem}
.report .pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:0 2.5rem}
.report .pair>*{min-width:0}
.report details{margin-top:.5rem;font-size:.9rem}
.report details summary{display:inline-block;min-height:0;padding:.25rem 0;border:0;background:none;color:var(--soft);cursor:pointer;font-size:.9rem}
.report summary::before{content:"▸";margin-inline-end:.4rem}
.report details[open]>summary::before{content:"▾"}
.report details table{max-width:32rem}
.report .none,.report .nothing{color:var(--soft)}
@media (max-width:36rem){.report svg.wide{display:none}.report svg.narrow{display:block}.report th,.report td{padding-inline-start:.6rem}.report .extra{display:none}.report .figures dd{font-size:1.6rem}}
@media print{.report{--one:#9c3f19;--two:#1d6a72;--bar:#d9a283;--part:#9c3f19}.report svg.wide{display:block}.report svg.narrow,.report details{display:none}.report section{margin-top:1.6rem}.report .pair{grid-template-columns:1fr 1fr}.report tr{break-inside:avoid}}
`;
