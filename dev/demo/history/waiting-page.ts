/**
 * Answers of the product's port while the demo's months are replayed: a page with the progress for people, 503 for programs. The clock
 * leaps meanwhile, so no call is served before the months are complete.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ErrorCode } from '@tunjo/contract/errors'
import { sentenceOf } from '@tunjo/contract/sentences'
import { COLOURS } from '../../../server/src/platform/mail/colours.ts'
import { WAITING_WORDS as WORDS } from './waiting-page.es.ts'

export interface WaitingPage {
  /** Set how many of all steps are done. */
  show(done: number, total: number): void
  close(): Promise<void>
}

const UNAVAILABLE: ErrorCode = 'server.unavailable'
const RETRY_AFTER_SECONDS = '2'
const PROGRESS_PATH = '/dev/months'
const JSON_TYPE = 'application/json; charset=utf-8'

/** Listen at the product's address; fails with `EADDRINUSE` when another program does. */
export async function openWaitingPage({ host, port }: { host: string; port: number }): Promise<WaitingPage> {
  const progress = { done: 0, total: 0 }
  const server = createServer((request, response) => answer(request, response, progress)).listen(port, host)
  await once(server, 'listening')
  return {
    show: (done, total) => void Object.assign(progress, { done, total }),
    async close() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

interface Progress {
  readonly done: number
  readonly total: number
}

function answer({ headers, method, url }: IncomingMessage, response: ServerResponse, progress: Progress): void {
  for (const [name, value] of HEADERS) response.setHeader(name, value)
  if (method === 'GET' && url === PROGRESS_PATH) {
    response.setHeader('content-type', JSON_TYPE).end(JSON.stringify(progress))
    return
  }
  const isPage = headers.accept?.includes('text/html') ?? false
  response.writeHead(503, {
    'content-type': `text/${isPage ? 'html' : 'plain'}; charset=utf-8`,
    'retry-after': RETRY_AFTER_SECONDS,
    'app-error': UNAVAILABLE,
  })
  response.end(isPage ? pageOf(progress) : sentenceOf(UNAVAILABLE))
}

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-items: center; color: ${COLOURS.ink} }
main { max-width: 32rem; padding: 1.5rem }
h1 { font-size: 1.5rem; line-height: 1.25 }
progress { width: 100%; height: .75rem; accent-color: ${COLOURS.green} }
`

/** Reloads the page when something else answers at the path of the progress: the product itself. */
const SCRIPT = `
const bar = document.querySelector('progress')
const count = document.querySelector('output')
setInterval(async () => {
  const answer = await fetch('${PROGRESS_PATH}', { cache: 'no-store' }).catch(() => null)
  if (!answer) return
  if (answer.headers.get('content-type') !== '${JSON_TYPE}') return location.reload()
  const { done, total } = await answer.json()
  if (total === 0) return
  bar.max = total
  bar.value = done
  count.textContent = count.dataset.words.replace('#', done).replace('#', total)
}, 1_000)
`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS = [
  ['cache-control', 'no-store'],
  ['content-security-policy', POLICY],
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
] as const

/** All text here is constant, so nothing is escaped. */
function pageOf({ done, total }: Progress): string {
  const bar = total > 0 ? `max="${total}" value="${done}"` : ''
  return `<!doctype html>
<html lang="es-CO">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${WORDS.title} · Tunjo</title>
<noscript><meta http-equiv="refresh" content="5"></noscript>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1 id="title">${WORDS.title}</h1>
<p>${WORDS.reason}</p>
<progress aria-labelledby="title" ${bar}></progress>
<p><output data-words="${WORDS.progress('#', '#')}">${total > 0 ? WORDS.progress(done, total) : ''}</output></p>
<p>${WORDS.next}</p>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`
}
