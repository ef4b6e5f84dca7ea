import { PALETTE } from "../palette.ts";

/**
 * Makes Swagger UI look like Octavo's other pages. A constant, so its hash in the page's policy
 * never changes.
 */
export const REFERENCE_STYLE = `${PALETTE}
*{box-sizing:border-box}
html,html.dark-mode,html.dark-mode .swagger-ui{background:var(--paper);color:var(--ink)}
body{margin:0;font:1rem/1.6 var(--sans);-webkit-text-size-adjust:100%}
.top,#reference{max-width:64rem;margin-inline:auto;padding-inline:clamp(1rem,4vw,2rem)}
.top nav{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem 2rem;padding-block:1.25rem;border-bottom:1px solid var(--line)}
.top ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:0;padding:0;list-style:none;font-size:.95rem}
.top a{color:var(--soft);text-decoration:none;padding-block:.25rem}
.top a:hover{color:var(--ink);text-decoration:underline;text-decoration-color:var(--accent);text-underline-offset:.35em}
.top a.name{color:var(--ink);font:600 1.15rem/1.3 var(--serif);margin-inline-end:auto}
#reference{padding-bottom:5rem;min-height:100vh}
.wait a{color:inherit}
.swagger-ui{font-family:var(--sans)}
.swagger-ui .wrapper{max-width:none;padding:0}
.swagger-ui .info{margin:2rem 0 1.5rem}
.swagger-ui .info .title,.swagger-ui .opblock-tag,.swagger-ui section.models h4{font-family:var(--serif);font-weight:600}
.swagger-ui :is(.info .title,.info p,.info li,.info a,.opblock-tag,.opblock-tag small,.opblock-summary-description,.opblock-summary-path,.opblock-summary-path__deprecated,section.models h4){color:var(--ink)!important}
.swagger-ui .info a{text-decoration-color:var(--accent)}
.swagger-ui .info ul{padding-inline-start:1.2rem}
.swagger-ui :is(.markdown,.renderedMarkdown) code{color:inherit!important;background:color-mix(in srgb,var(--ink) 7%,transparent)!important;font-weight:400}
.swagger-ui .info .title{line-height:1.25}
.swagger-ui .info .title small{top:0;vertical-align:middle}
.swagger-ui .opblock-tag{border-bottom-color:var(--line)!important;padding-inline:0}
.swagger-ui :is(.filter .operation-filter-input){margin:1rem 0;border:1px solid var(--line);border-radius:.4rem;background:var(--card);color:var(--ink)}
html:not(.dark-mode) .swagger-ui .opblock .opblock-summary-method{color:#000;text-shadow:none}
.swagger-ui .info .title small,.swagger-ui .info .title small pre{background:var(--ink)!important;color:var(--paper)!important}
.swagger-ui .scheme-container{display:none}
@media (max-width:40rem){.swagger-ui .info{margin:1.25rem 0 1rem}.swagger-ui .info .title{font-size:1.6rem}.swagger-ui .response-col_links{display:none}.swagger-ui .opblock-body{overflow-x:auto}.swagger-ui .opblock-tag{flex-wrap:wrap}.swagger-ui .opblock .opblock-summary{flex-wrap:wrap}.swagger-ui .opblock .opblock-summary-path{max-width:none}}
.swagger-ui :is(.parameter__in,.parameter__type,.parameter__empty_value_toggle,.prop-format,.opblock-section-header>label,.response-control-media-type__accept-message,.json-schema-2020-12-expand-deep-button,.json-schema-2020-12__attribute,.json-schema-2020-12-keyword__name--secondary,.json-schema-2020-12-keyword__value--secondary,.json-schema-2020-12-accordion){color:var(--soft)!important}
.swagger-ui :is(.parameter__name.required span,.parameter__name.required:after){color:var(--alert)!important}
.swagger-ui .btn.execute{background:#1f5fae;border-color:#1f5fae;color:#fff}
.swagger-ui .download-contents{background:#4d5364;color:#fff}
.swagger-ui .microlight span[style*="211, 99, 99"]{color:#ff9d93!important}
.swagger-ui .btn.cancel{color:var(--alert)!important;border-color:var(--alert)!important}
.swagger-ui .header-col{color:var(--ink)!important}
.swagger-ui .json-schema-2020-12__constraint{background:var(--ink)!important;color:var(--paper)!important}
.swagger-ui .json-schema-2020-12-expand-deep-button{background:none}
:root{--alert:#a8201a}
@media (prefers-color-scheme:dark){:root{--alert:#ff9d93}}
:focus-visible{outline:2px solid var(--accent)!important;outline-offset:2px}
`;
