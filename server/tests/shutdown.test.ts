/** Start and stop of a real process of the web role: the drain at SIGTERM, running calls, and ports that are taken. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { management } from '@tunjo/contract/management'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { programOf } from '../../dev/testing/child-process.ts'
import { type ClaimedPort, claimPort } from '../../dev/testing/claimed-port.ts'

const MAIN = new URL('../src/main.ts', import.meta.url)
const SIGN_IN = '/api/sign-in'
const STARTS_WITHIN = { timeout: 60_000, interval: 100 }
const DRAIN_SECONDS = 1

/** The core of this test: it holds the answer of a sign-in until the test gives it. */
let held: ServerResponse | null = null
const core = createServer((request, response) => {
  if (request.url === SIGN_IN) held = response
  else response.end('{"status":"live"}')
})
const children: ChildProcess[] = []
let ports: { web: ClaimedPort; health: ClaimedPort }
let url: string
beforeAll(async () => {
  core.listen(0, '127.0.0.1')
  await once(core, 'listening')
  ports = { web: await claimPort(), health: await claimPort() }
  url = `http://127.0.0.1:${ports.web.port}`
})
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  ports?.web.release()
  ports?.health.release()
  core.closeAllConnections()
  core.close()
})

function startWeb(): { child: ChildProcess; errors: () => string } {
  const child = spawn(process.execPath, [...programOf(MAIN), '--roles=web'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      PORT: String(ports.web.port),
      HEALTH_PORT: String(ports.health.port),
      DRAIN_SECONDS: String(DRAIN_SECONDS),
      CORE_URL: `http://127.0.0.1:${(core.address() as AddressInfo).port}`,
      CORE_TOKEN: 'a token that web and core of this test share',
      WEB_BROTLI: 'false',
      LOG_LEVEL: 'silent',
    },
  })
  children.push(child)
  let written = ''
  child.stderr?.on('data', (part: Buffer) => {
    written += part.toString()
  })
  return { child, errors: () => written }
}

const statusOf = (path: string, at = url): Promise<number | null> =>
  fetch(at + path).then(
    ({ status }) => status,
    () => null,
  )
const signIn = (): Promise<number> =>
  fetch(url + SIGN_IN, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).then(({ status }) => status)

it('SIGTERM: not ready at once, calls are accepted during the drain, a running call ends, and the process exits with 0', async () => {
  const { child } = startWeb()
  await expect.poll(() => statusOf(management.ready.path), STARTS_WITHIN).toBe(200)
  const health = `http://127.0.0.1:${ports.health.port}`
  const before = await Promise.all([management.live.path, management.ready.path].map((path) => statusOf(path, health)))
  expect(before).toEqual([200, 200])
  expect(await statusOf('/api/account', health)).toBe(404)
  const running = signIn()
  await expect.poll(() => held !== null).toBe(true)

  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await expect.poll(() => statusOf(management.ready.path), { interval: 20 }).toBe(503)
  // A load balancer that has not noticed it yet still directs calls here.
  expect(await Promise.all([statusOf(management.live.path), statusOf(management.health.path)])).toEqual([200, 200])
  expect(await statusOf(management.ready.path, health)).toBe(503)
  await expect.poll(() => statusOf(management.live.path), { timeout: 10_000, interval: 50 }).toBeNull()
  held?.end('"done"')
  expect(await running).toBe(200)
  expect(await ended).toEqual([0, null])
})

it('a health port that another program uses is one sentence at the start', async () => {
  const other = createServer().listen(ports.health.port, '127.0.0.1')
  await once(other, 'listening')
  const { child, errors } = startWeb()
  const [code] = await once(child, 'exit')
  other.close()
  expect([code, errors()]).toEqual([
    1,
    `HEALTH_PORT ${ports.health.port} is taken by another program: choose another port, or 0 for none.\n`,
  ])
})
