/** The same operations behind HTTP: one process answers, another sends over 128 connections. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { LoadResult } from './load.ts'
import { runLoad } from './run-load.ts'

const CONNECTIONS = 128

export async function overHttp(works: Record<string, () => Promise<unknown>>, seconds: number): Promise<Map<string, LoadResult>> {
  const server = createServer((incoming, answer) => {
    const work = works[incoming.url?.slice(1) ?? '']
    const done = (status: number) => answer.writeHead(status, { 'content-length': 0 }).end()
    if (!work) return done(404)
    work().then(
      () => done(200),
      () => done(500),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const results = new Map<string, LoadResult>()
  try {
    for (const name of Object.keys(works)) {
      const url = `http://127.0.0.1:${address.port}/${name}`
      results.set(name, await runLoad({ url, method: 'POST', headers: {}, connections: CONNECTIONS, seconds }))
    }
  } finally {
    server.closeAllConnections()
    server.close()
  }
  return results
}
