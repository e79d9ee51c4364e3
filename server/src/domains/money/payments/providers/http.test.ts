import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { callJson } from './http.ts'

const CHUNK = Buffer.alloc(100_000, ' ')
const ENOUGH_BYTES = 60_000_000

it('H11 an answer beyond the limit is not read to its end', async () => {
  let sent = 0
  const server = createServer((_request, response) => {
    const send = () => {
      while (!response.destroyed && sent < ENOUGH_BYTES) {
        sent += CHUNK.byteLength
        if (!response.write(CHUNK)) return void response.once('drain', send)
      }
      response.end('{}')
    }
    send()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await expect(callJson(url)).rejects.toThrow('answer too large')
    expect(sent).toBeLessThan(ENOUGH_BYTES)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
