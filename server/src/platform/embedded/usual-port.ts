import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'

/** The port that the file names while it is free, so that what people and other processes wrote down stays true; else another. */
export async function usualPort(file: string): Promise<number> {
  const last = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  const port = await listenOnce(last).catch(() => listenOnce(0))
  writeFileSync(file, String(port))
  return port
}

function listenOnce(wanted: number): Promise<number> {
  return new Promise((found, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address && typeof address === 'object' ? found(address.port) : fail(new Error('no free port'))))
    })
  })
}
