/** HTML of the sandbox's pages. */
import type { FastifyReply } from 'fastify'

export function escapeHtml(value: unknown): string {
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** Whole pesos as "$ 500.000", with cents only when there are any. */
export function formatCop(cents: number): string {
  const pesos = Math.trunc(cents / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, '.')
  const rest = cents % 100
  return rest === 0 ? `$ ${pesos}` : `$ ${pesos},${rest.toString().padStart(2, '0')}`
}

interface Page {
  title: string
  body: string
  status?: number
  /** Further origins to which the answer of a form may send the browser. */
  formTargets?: string[]
}

/** Self-contained: the policy forbids every script and every outside request. */
export function sendPage(reply: FastifyReply, { title, body, status = 200, formTargets = [] }: Page): FastifyReply {
  const policy = `default-src 'none'; style-src 'unsafe-inline'; form-action ${["'self'", ...formTargets].join(' ')}; base-uri 'none'; frame-ancestors 'none'`
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'same-origin')
    .send(
      `<!doctype html><html lang="es-CO"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
        `<title>${escapeHtml(title)}</title><style>${style}</style></head><body>${body}</body></html>`,
    )
}

const style = `
:root{color-scheme:light;--ink:#16232f;--quiet:#4c5a67;--line:#d5dce3;--brand:#123f6b;--paper:#fff;--back:#f1f4f7}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
h1,h2{line-height:1.25}
.test{background:#fff4d6;color:#5b4300;border-bottom:1px solid #e6c65c;padding:8px 16px;font-size:14px;text-align:center}
.bank{background:var(--brand);color:#fff}
.bank>div{max-width:560px;margin:0 auto;padding:16px;display:flex;align-items:center;gap:12px}
.bank svg{width:36px;height:36px;flex:none}
.bank strong{font-size:19px;display:block;line-height:1.2}
.bank span{font-size:14px;opacity:.9}
main.card{max-width:560px;margin:0 auto;padding:24px 16px 32px}
.panel{background:var(--paper);border:1px solid var(--line);border-radius:12px;padding:20px}
.panel h1{font-size:21px;margin:0 0 4px}
.panel p{margin:0 0 16px;color:var(--quiet)}
.panel .amount{font-size:34px;line-height:1.2;font-weight:700;font-variant-numeric:tabular-nums;margin:0;color:var(--ink)}
.facts{margin:0 0 20px;border-top:1px solid var(--line)}
.facts div{display:flex;justify-content:space-between;gap:16px;padding:10px 0;border-bottom:1px solid var(--line)}
.facts dt{color:var(--quiet)}
.facts dd{margin:0;text-align:right;overflow-wrap:anywhere;font-weight:600}
.choices{display:grid;gap:10px}
@media(min-width:520px){.choices.two{grid-template-columns:1fr 1fr}}
button,.button{font:inherit;font-weight:600;min-height:48px;padding:10px 16px;border-radius:8px;border:1px solid #8b98a5;background:#fff;color:var(--ink);cursor:pointer;text-align:center;text-decoration:none;display:inline-block}
button:hover,.button:hover{background:#eef2f6}
button.main,.button.main{background:var(--brand);border-color:var(--brand);color:#fff}
button.main:hover,.button.main:hover{background:#0d3155}
button:focus-visible,.button:focus-visible,a:focus-visible,select:focus-visible,input:focus-visible{outline:3px solid #e0a100;outline-offset:2px}
.panel .note{font-size:14px;margin:16px 0 0}
.desk{max-width:1180px;margin:0 auto;padding:24px 16px 48px}
.desk section{background:var(--paper);border:1px solid var(--line);border-radius:12px;padding:16px;margin-top:20px}
.desk h1{margin:0}
.desk h2{font-size:18px;margin:0 0 12px}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:14px}
th,td{text-align:left;padding:8px;border-bottom:1px solid var(--line);vertical-align:top;white-space:nowrap}
td.number,th.number{text-align:right;font-variant-numeric:tabular-nums}
.desk button{min-height:36px;padding:4px 12px;font-size:14px}
.desk form.row{display:flex;flex-wrap:wrap;gap:12px;align-items:flex-end}
.desk label{max-width:100%;display:grid;grid-template-columns:minmax(0,1fr);gap:4px;font-size:14px;color:var(--quiet)}
select,input{font:inherit;font-size:15px;min-height:36px;padding:4px 8px;border:1px solid #8b98a5;border-radius:6px;background:#fff;color:var(--ink);max-width:100%}
.desk td form.row{flex-wrap:nowrap;gap:6px}
.empty{color:var(--quiet);margin:0}
`
