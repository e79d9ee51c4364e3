/**
 * Every call to the malware scanner (clamd) with every wrong answer: no file is accepted, the time limit holds, no connection stays, and the
 * next right answer accepts a clean file.
 */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it, type MockInstance, vi } from 'vitest'
import { Refused } from '../http/refusal.ts'
import { createLog } from '../observability/log.ts'
import { createUploads } from './index.ts'
import { pingScanner } from './malware.ts'
import { makePdf, object } from './pdfs.testing.ts'

const ENOUGH_MS = 250
const DRIP_MS = 20
/** Time limit of a scan, shortened while the scanner gives wrong answers. */
const LIMIT_MS = 20_000

type Reply = (socket: Socket) => void
const text =
  (reply: string): Reply =>
  (socket) =>
    void socket.end(reply)

const WRONG: Readonly<Record<string, Reply>> = {
  'connection cut': (socket) => void socket.destroy(),
  'no answer': () => undefined,
  'an answer that drips': (socket) => {
    const timer = setInterval(() => socket.write('s'), DRIP_MS)
    socket.on('close', () => clearInterval(timer))
  },
  'an endless answer': (socket) => {
    const chunk = 'stream: '.repeat(10_000)
    const more = () => {
      while (!socket.destroyed) if (!socket.write(chunk)) return void socket.once('drain', more)
    }
    more()
  },
  'half an answer': text('stream: '),
  'half an answer and silence': (socket) => void socket.write('stream: OK'),
  'an empty answer': text(''),
  'an empty line': text('\0'),
  null: text('null\0'),
  '{}': text('{}\0'),
  HTML: text('HTTP/1.1 502 Bad Gateway\r\n\r\n<!doctype html>\0'),
  'another command’s answer': text('RELOADING\0'),
  'an error': text('stream: OK ERROR\0'),
  'two verdicts in one line': text('stream: OK stream: OK\0'),
  'the size limit': text('INSTREAM size limit exceeded. ERROR\0'),
}

const log = createLog({ level: 'silent', pretty: false })
const clean = makePdf({ objects: [object(9, `(${'x'.repeat(1_000)})`)] })
const sockets = new Set<Socket>()
let wrong: Reply | null = null
let server: Server
let address: { host: string; port: number }
let timeouts: MockInstance
beforeAll(async () => {
  server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    let isAnswered = false
    socket.on('data', (data: Buffer) => {
      const isPing = data.includes('zPING')
      // The chunk without a length ends the content.
      if (isAnswered || !(isPing || data.subarray(-4).equals(Buffer.alloc(4)))) return
      isAnswered = true
      if (wrong) wrong(socket)
      else socket.end(isPing ? 'PONG\0' : 'stream: OK\0')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
  const wait = globalThis.setTimeout
  timeouts = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((run: () => void, ms: number) => wait(run, wrong && ms === LIMIT_MS ? ENOUGH_MS : ms)) as never)
})
afterAll(async () => {
  timeouts.mockRestore()
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})

const inspect = () =>
  createUploads({ env: { CLAMAV_ADDRESS: `${address.host}:${address.port}` }, log })
    .inspect(clean, ['pdf'])
    .then(
      () => 'accepted',
      (error) => (error instanceof Refused ? error.refusal.code : String(error)),
    )
const ping = () =>
  pingScanner(address, ENOUGH_MS).then(
    () => 'there',
    () => 'away',
  )

it.each(Object.keys(WRONG))(
  'R25 %s: no file is accepted, the check names the scanner, and the next right answer is taken',
  async (name) => {
    wrong = WRONG[name] ?? null
    expect([await inspect(), await ping()]).toEqual(['files.scanner_unavailable', 'away'])
    await expect.poll(() => sockets.size, { interval: 5 }).toBe(0)
    wrong = null
    expect([await inspect(), await ping()]).toEqual(['accepted', 'there'])
  },
)
