/** Traces of requests: the role web begins one, the core continues it, and lines of the log name it. */
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { management } from '@tunjo/contract/management'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { createHealth } from '../management/health.ts'
import { createLog } from '../observability/log.ts'
import { systemClock } from '../time/clock.ts'
import { startReceiver } from '../tracing/receiver.testing.ts'
import { startTracing } from '../tracing/start-tracing.ts'
import { traced } from '../tracing/traced.ts'
import { createBareServer } from './bare-server.ts'
import { TIME_LIMITS } from './time-limits.ts'
import { createWebEdge } from './web-edge.ts'

const TOKEN = 'a token that web and core of this test share'
const FOREIGN = '00-11111111111111111111111111111111-2222222222222222-01'
const settings = { profile: 'production' as const, publicUrl: 'https://tunjo.example', trustedProxies: [], legacyBodyKey: null }
let written: { msg: string; traceId?: string; requestId?: string }[] = []
const sink = new Writable({
  write(chunk, _encoding, done) {
    written.push(JSON.parse(String(chunk)))
    done()
  },
})
const log = createLog({ level: 'debug', pretty: false, sink })
const open: FastifyInstance[] = []
let stopTracing: () => Promise<void> = async () => undefined
afterEach(async () => {
  for (const app of open.splice(0)) await app.close()
  await stopTracing()
  stopTracing = async () => undefined
  written = []
})

async function listen(app: FastifyInstance): Promise<string> {
  open.push(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** A core with one call, which does some work, behind a web role. */
async function startBoth() {
  const app = createBareServer({ settings, log, timeLimits: TIME_LIMITS, coreToken: TOKEN })
  app.get(management.info.path, async (request) => {
    await traced('work', {}, async () => request.log.info('at work'))
    return { activeProfiles: ['production'] }
  })
  const core = await listen(app)
  const health = createHealth({ answersCalls: true })
  const parts = { settings, clock: systemClock, log, health, webFolder: null, timeLimits: TIME_LIMITS }
  return { core, web: await listen(await createWebEdge({ ...parts, core: { url: core, token: TOKEN } })) }
}

it('one trace leads from the web role over the core to its work, and each line names it', async () => {
  const receiver = await startReceiver()
  stopTracing = await startTracing({ TRACES_URL: receiver.url }, new Set(['web', 'core'] as const))
  const { web } = await startBoth()
  const answer = await fetch(web + management.info.path, { headers: { traceparent: FOREIGN, authorization: 'Bearer secret' } })
  expect(answer.status).toBe(200)
  await expect.poll(() => written.filter(({ msg }) => msg === 'request')).toHaveLength(2)
  await stopTracing()
  const [work, ofCore, ofWeb] = ['work', `GET ${management.info.path}`, `GET ${management.info.path}`].map((name, place) =>
    receiver.spans.filter((span) => span.name === name).at(place === 2 ? 1 : 0),
  )
  expect(new Set(receiver.spans.map(({ traceId }) => traceId)).size).toBe(1)
  expect([work?.parentSpanId, ofCore?.parentSpanId, ofWeb?.parentSpanId || undefined]).toEqual([ofCore?.spanId, ofWeb?.spanId, undefined])
  expect(ofWeb?.traceId).not.toBe(FOREIGN.split('-')[1])
  const lines = written.filter(({ msg }) => ['request', 'at work'].includes(msg))
  expect(lines).toHaveLength(3)
  for (const line of lines) expect(line).toMatchObject({ traceId: ofWeb?.traceId, requestId: expect.any(String) })
  expect(JSON.stringify(receiver.spans)).not.toContain('secret')
  await receiver.stop()
})

it('a core that is called past the web role begins a trace of its own', async () => {
  const receiver = await startReceiver()
  stopTracing = await startTracing({ TRACES_URL: receiver.url }, new Set(['core'] as const))
  const { core } = await startBoth()
  await fetch(core + management.info.path, { headers: { traceparent: FOREIGN } })
  await expect.poll(() => written.filter(({ msg }) => msg === 'request')).toHaveLength(1)
  await stopTracing()
  expect(receiver.spans.length).toBeGreaterThan(0)
  expect(receiver.spans.filter(({ traceId }) => FOREIGN.includes(traceId))).toEqual([])
  await receiver.stop()
})

it('without the setting no line has a trace', async () => {
  const { web } = await startBoth()
  await fetch(web + management.info.path)
  await expect.poll(() => written.filter(({ msg }) => msg === 'request')).toHaveLength(2)
  expect(written.filter((line) => 'traceId' in line)).toEqual([])
})
