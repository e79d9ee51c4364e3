/** Request exactly as written: `fetch` normalises paths and headers before it sends them. */
import { type IncomingHttpHeaders, request } from 'node:http'

export interface RawCall {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}
export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}
const TIMEOUT_MS = 30_000

export function rawCall(url: string, { method, path, headers, body }: RawCall): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const sent = request({ hostname, port, method, path, headers, timeout: TIMEOUT_MS }, (response) => {
      const answer = (text: string) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      // A stream has no end.
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        response.destroy()
        return answer('')
      }
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part)).once('end', () => answer(Buffer.concat(parts).toString('utf8')))
    })
    sent.once('timeout', () => sent.destroy(new Error(`no answer to ${method} ${path.slice(0, 100)}`)))
    // The connection may fail after the answer: a caller that was refused half-way still writes when the product hangs up.
    sent.once('socket', (socket) => socket.on('error', () => undefined))
    sent.once('error', reject).end(body)
  })
}
