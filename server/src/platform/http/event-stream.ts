/** One open answer of server-sent events: bytes for one browser, bounded. */
import { Readable } from 'node:stream'

/** A browser that does not read is disconnected; it reconnects and fetches what it missed. */
const BUFFER_MAX_BYTES = 65_536
const RECONNECT_MS = 2_000

export class EventStream extends Readable {
  private isOver = false

  override _read(): void {
    // Bytes come when something happens, not when they are requested.
  }

  /** First message: the client must fetch what happened before. */
  ready(): void {
    this.write(`retry: ${RECONNECT_MS}\nevent: ready\ndata: {}\n\n`)
  }

  send(id: string, data: unknown): void {
    this.write(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Stops proxies from closing a quiet stream. */
  heartbeat(): void {
    this.write(':\n\n')
  }

  end(): void {
    if (this.isOver) return
    this.isOver = true
    this.push(null)
  }

  private write(text: string): void {
    if (this.isOver || this.destroyed) return
    if (this.readableLength > BUFFER_MAX_BYTES) this.destroy()
    else this.push(text)
  }
}
