/**
 * Rolling restart of two processes of the web role behind a balancer that distributes connections, not calls: a caller's open connection
 * leads to one process until that process ends it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { management } from '@tunjo/contract/management'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { programOf } from '../../dev/testing/child-process.ts'
import { type ClaimedPort, claimPort } from '../../dev/testing/claimed-port.ts'

const MAIN = new URL('../src/main.ts', import.meta.url)
const STARTS_WITHIN = { timeout: 60_000, interval: 100 }
const LOOK_EVERY_MS = 100
const CALLERS = 8
const CALLS_MIN = 400
/** Four starts of a process, also on a busy machine. */
const TEST_WITHIN_MS = 180_000

const core = createServer((incoming, answer) => {
  incoming.resume()
  setTimeout(() => answer.end('{"status":"live"}'), 10)
})
/** Ports to which the balancer directs new connections. */
const ready = new Set<number>()
let turn = 0
const balancer = createTcpServer((caller) => {
  const ports = [...ready]
  const web = connect(ports[turn++ % ports.length] ?? 1, '127.0.0.1')
  for (const [from, to] of [[caller, web] as const, [web, caller] as const]) {
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
    from.pipe(to)
  }
})
const children: ChildProcess[] = []
let ports: ClaimedPort[] = []
let looking: NodeJS.Timeout
beforeAll(async () => {
  for (const server of [core, balancer]) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  ports = [await claimPort(), await claimPort()]
  looking = setInterval(() => void Promise.all(ports.map(({ port }) => look(port))), LOOK_EVERY_MS)
})
afterAll(() => {
  clearInterval(looking)
  for (const child of children) child.kill('SIGKILL')
  for (const { release } of ports) release()
  core.closeAllConnections()
  core.close()
  balancer.close()
})

async function look(port: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${management.ready.path}`, { headers: { connection: 'close' } }).catch(() => null)
  if (answer?.status === 200) ready.add(port)
  else ready.delete(port)
}

async function startWeb(port: number): Promise<ChildProcess> {
  const env = {
    PORT: String(port),
    HEALTH_PORT: '0',
    DRAIN_SECONDS: '3',
    CORE_URL: `http://127.0.0.1:${(core.address() as AddressInfo).port}`,
    CORE_TOKEN: 'a token that web and core of this test share',
    WEB_BROTLI: 'false',
    LOG_LEVEL: 'silent',
    // Each network has 1,200 calls a minute, and all callers of this test are one.
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const child = spawn(process.execPath, [...programOf(MAIN), '--roles=web'], { stdio: 'ignore', env: { ...process.env, ...env } })
  children.push(child)
  await expect.poll(() => ready.has(port), STARTS_WITHIN).toBe(true)
  return child
}

/** One call; answers its status. */
function signIn(agent: Agent, network: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const { port } = balancer.address() as AddressInfo
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': network }
    const call = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/sign-in', agent, headers }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
      answer.once('error', reject)
    })
    call.once('error', reject)
    call.end('{}')
  })
}

it(
  'two web processes are restarted one after the other under calls, and every call is answered',
  async () => {
    const running = await Promise.all(ports.map(({ port }) => startWeb(port)))
    const outcomes = new Map<string, number>()
    let isOver = false
    const callers = Array.from({ length: CALLERS }, async (_, number) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (let call = 0; !isOver; call++) {
        const outcome = String(await signIn(agent, `203.0.${number}.${call % 200}`).catch((error: unknown) => error))
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        await delay(10)
      }
      agent.destroy()
    })
    for (const [at, child] of running.entries()) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
      await startWeb(ports[at]?.port ?? 0)
    }
    isOver = true
    await Promise.all(callers)
    expect([...outcomes.keys()]).toEqual(['200'])
    expect(outcomes.get('200')).toBeGreaterThan(CALLS_MIN)
  },
  TEST_WITHIN_MS,
)
