/** Proxy between the browser and the product that breaks in the middle of a transfer, and works again on request. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface WeakNetwork {
  /** Address of the proxy, for the browser. */
  readonly url: string
  /** Bytes that browsers sent through it. */
  sentBytes(): number
  /** Let nothing through after so many more bytes, in either direction. */
  cutAfter(bytes: number): void
  isCut(): boolean
  heal(): void
  close(): Promise<void>
}

export async function weakNetwork(productUrl: string): Promise<WeakNetwork> {
  const { port } = new URL(productUrl)
  const sockets = new Set<Socket>()
  let sent = 0
  let cutAt = Number.POSITIVE_INFINITY
  const isCut = () => sent >= cutAt
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((browser) => {
    if (isCut()) return void browser.destroy()
    const product = connect(Number(port), '127.0.0.1')
    for (const [one, other] of [
      [browser, product],
      [product, browser],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    product.pipe(browser)
    browser.on('data', (part) => {
      const room = Math.min(part.length, cutAt - sent)
      sent += room
      if (room > 0 && !product.write(part.subarray(0, room))) {
        browser.pause()
        product.once('drain', () => browser.resume())
      }
      if (isCut()) endAll()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    sentBytes: () => sent,
    cutAfter(bytes) {
      cutAt = sent + bytes
    },
    isCut,
    heal() {
      cutAt = Number.POSITIVE_INFINITY
    },
    async close() {
      endAll()
      server.close()
      await once(server, 'close')
    },
  }
}
