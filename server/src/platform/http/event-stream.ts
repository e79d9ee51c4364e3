/** One open answer of server-sent events: bytes for one browser, bounded. */
import { Readable } from 'node:stream'

/** A browser that does not read is let go; it comes back and asks for what it missed. */
const BUFFER_MAX_BYTES = 65_536
const RECONNECT_MS = 2_000

export class EventStream extends Readable {
  private isOver = false

  override _read(): void {
    // Bytes come when something happens, not when they are asked for.
  }

  /** First: what happened before must be fetched. */
  ready(): void {
    this.write(`retry: ${RECONNECT_MS}\nevent: ready\ndata: {}\n\n`)
  }

  send(id: string, data: unknown): void {
    this.write(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  /** Keeps proxies from taking a quiet stream for a dead one. */
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
