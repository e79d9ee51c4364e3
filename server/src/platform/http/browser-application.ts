/** Files of the browser application, and its page for every address that is neither a file nor a service. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerRefusal } from './failure.ts'
import { refusal } from './refusal.ts'

/** Everything under these is a service: an unknown path there is a JSON 404, never the page (SEC-65). */
export const SERVICE_PREFIX =
  /^\/(api|payment|blockchain|pricing|virtual-ledger|reconciliation|treasury|kyc|i18n|management|files|dev(?!\/ui\/?($|\?))|openapi\.json|assets|static)(\/|$|\?)/

/**
 * Read the barcode and the machine-readable zone of a document with WebAssembly (web/src/parts/verification/card and mrz). A worker has the
 * policy of its file, so only these scripts may compile WebAssembly, and the page may not.
 */
const WASM_WORKER = /\/(card|mrz|pdf)-worker-[\w-]+\.js(\.(br|gz))?$/

export async function serveApplication(app: FastifyInstance, webFolder: string | null, legacyBodyKey: Buffer | null): Promise<void> {
  const page = webFolder && existsSync(`${webFolder}/index.html`) ? webFolder : null
  if (page) await serveFiles(app, page)
  app.setNotFoundHandler((request, reply) => {
    const isNavigation = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (!page || !isNavigation || SERVICE_PREFIX.test(request.url))
      return answerRefusal(refusal('request.not_found'), request, reply, { json: true })
    void reply.header('cache-control', 'no-cache')
    if (!legacyBodyKey) return reply.sendFile('index.html', page)
    return reply.type('text/html; charset=utf-8').send(withLegacyKey(readFileSync(`${page}/index.html`, 'utf8'), legacyBodyKey))
  })
}

async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    // The route that comes with it reads the file's folder anew, several times for each request.
    serve: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', cachingOf(relative(folder, path)))
      if (WASM_WORKER.test(path)) allowWebAssembly(reply)
    },
  })
  const files = builtFiles(folder)
  app.route({
    method: ['HEAD', 'GET'],
    url: '/*',
    schema: { hide: true },
    handler: (request, reply) => {
      const file = request.url.slice(1).split('?', 1)[0] ?? ''
      return files.has(file) ? reply.sendFile(file) : reply.callNotFound()
    },
  })
  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.header('cache-control', 'no-cache').sendFile('index.html', folder))
}

/** Paths of the public files: without their compressed copies, and without the hidden folders that the build leaves for its tests. */
function builtFiles(folder: string): ReadonlySet<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'))
  const all = new Set(paths)
  const isCopy = (path: string) => /\.(br|gz)$/.test(path) && all.has(path.replace(/\.(br|gz)$/, ''))
  return new Set(paths.filter((path) => !/(^|\/)\./.test(path) && !isCopy(path)))
}

/** The build names the files in `static/` by their content (web/build/preload.ts); pictures of tokens keep their names. */
function cachingOf(file: string): string {
  const [folder] = file.split(sep)
  if (folder === 'static') return 'public, max-age=31536000, immutable'
  return folder === 'assets' ? 'public, max-age=86400' : 'no-cache'
}

/** The application finds the key in its page (web/src/api/transport.ts); without the mode there is nothing to find. */
const withLegacyKey = (html: string, key: Buffer): string =>
  html.replace('</head>', `<meta name="tunjo-body-encryption" content="${key.toString('base64')}" /></head>`)

function allowWebAssembly(reply: Pick<FastifyReply, 'getHeader' | 'header'>): void {
  const policy = String(reply.getHeader('content-security-policy'))
  void reply.header('content-security-policy', policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"))
}
