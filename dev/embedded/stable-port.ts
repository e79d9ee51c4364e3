/** Stable port over restarts, so that bookmarks and settings of other processes stay valid; else another free one. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'

const ATTEMPTS_MAX = 5

/**
 * Start a listener on the port that the file names. Whether it is free is known only by taking it: when `start` reports that it is taken,
 * another one is tried.
 */
export async function startOnStablePort<T>(file: string, start: (port: number) => Promise<T>): Promise<T> {
  const last = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  for (let attempt = 1; ; attempt++) {
    const port = attempt === 1 && last > 0 ? last : await freePort()
    try {
      const started = await start(port)
      writeFileSync(file, String(port))
      return started
    } catch (error) {
      if (!isPortTaken(error) || attempt >= ATTEMPTS_MAX) throw error
    }
  }
}

/** Free at this moment; another process may still take it. */
function freePort(): Promise<number> {
  return new Promise((found, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? found(address.port) : fail(new Error('no free port'))))
    })
  })
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
