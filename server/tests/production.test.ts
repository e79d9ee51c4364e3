/** Product in the production profile: nothing of the demo exists, and settings of a demo are refused at start. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { demo } from '@tunjo/contract/demo'
import { management } from '@tunjo/contract/management'
import { notifications } from '@tunjo/contract/notifications'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_PEOPLE } from '../../dev/demo/people.ts'
import { startTestChain, type TestChain } from '../../dev/embedded/chain/testing.ts'
import { SANDBOX_SECRETS } from '../../dev/sandbox/secrets.ts'
import { type ClaimedPort, claimPort } from '../../dev/testing/claimed-port.ts'
import { createTestDatabase, type TestDatabase } from '../../dev/testing/database.ts'
import { memoryFolder } from '../../dev/testing/temporary-folder.ts'
import { processesOf } from '../src/commands/check/processes.ts'
import { type CheckGiven, checkInstallation } from '../src/commands/check.ts'
import { type RunningProduct, startProduct } from '../src/composition/product.ts'
import type { ConnectionSettings } from '../src/platform/database/database.ts'
import { CORE_TOKEN_HEADER } from '../src/platform/http/core-access.ts'
import { declaredMeasures } from '../src/platform/observability/gauges.ts'
import type { Environment } from '../src/platform/process/settings.ts'

const METRICS_TOKEN = 'a-token-of-this-test'
const CORE_TOKEN = 'a token that web and core of this test share'
const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')

let database: TestDatabase
let chain: TestChain
let dataDir: string
/** Environment of all roles; each has separate keys. */
let env: Environment
let keys: Record<keyof typeof ROLES, Environment>
let port: ClaimedPort
let url: string
let product: RunningProduct | undefined
let healthPort: ClaimedPort
beforeAll(async () => {
  database = await createTestDatabase()
  chain = await startTestChain()
  dataDir = memoryFolder('production')
  port = await claimPort()
  healthPort = await claimPort()
  url = `http://127.0.0.1:${port.port}`
  env = {
    CHAIN_RPC_URL: chain.env.CHAIN_RPC_URL,
    CHAIN_RPC_ON_THIS_MACHINE: 'true',
    CHAIN_DEPLOYMENT_FILE: chain.env.CHAIN_DEPLOYMENT_FILE,
    PROFILE: 'production',
    PUBLIC_URL: 'https://tunjo.example',
    PORT: String(port.port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    HEALTH_PORT: '0',
    SUPPORT_EMAIL: 'soporte@tunjo.example',
    WOMPI_URL: 'https://production.wompi.co/v1',
    WOMPI_PUBLIC_KEY: 'pub_prod_a1b2',
    PAYOUTS_URL: 'https://api.payouts.wompi.co',
    PAYOUTS_ACCOUNT_ID: 'c3d4',
    TUSDATOS_URL: 'https://dash-board.tusdatos.co',
  }
  const ofCore = {
    CORE_TOKEN,
    SECRETS_KEY,
    DATABASE_URL: urlOf(database.connection),
    WOMPI_PRIVATE_KEY: 'prv_prod_a1b2',
    WOMPI_INTEGRITY_SECRET: 'prod_integrity_a1b2',
    WOMPI_EVENTS_SECRET: 'prod_events_a1b2',
    PAYOUTS_EVENTS_SECRET: 'prod_events_c3d4',
  }
  const ofWorker = {
    DATABASE_MIGRATION_URL: urlOf(database.ownerConnection),
    MAIL_URL: 'smtps://mail.tunjo.example',
    PAYOUTS_API_KEY: 'a1b2',
    PAYOUTS_PRINCIPAL_ID: 'b2c3',
    TUSDATOS_USER: 'tunjo',
    TUSDATOS_PASSWORD: 'd4e5',
  }
  const { CORE_TOKEN: _token, ...shared } = ofCore
  keys = { core: ofCore, worker: { ...shared, ...ofWorker }, signer: { SECRETS_KEY, DATABASE_SIGNER_URL: 'postgres://localhost:1/x' } }
})
afterAll(async () => {
  await product?.stop()
  port?.release()
  healthPort?.release()
  await chain?.destroy()
  await database?.drop()
  if (dataDir) rmSync(dataDir, { recursive: true, force: true })
})

function urlOf({ host = '', port, user = '', password, database: name = '' }: ConnectionSettings): string {
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : ''
  return `postgres://${encodeURIComponent(user)}${secret}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
}
const ROLES = { core: '--roles=core', worker: '--roles=worker,scheduler', signer: '--roles=signer' } as const
const start = (change: Environment = {}, role: keyof typeof ROLES = 'core') =>
  startProduct({ ...env, ...keys[role], ...change }, [ROLES[role]])

/** Header by which the web role authenticates. */
const fromWeb = { [CORE_TOKEN_HEADER]: CORE_TOKEN }

describe('production', () => {
  it.each([
    ['SECRETS_KEY', undefined, 'SECRETS_KEY'],
    ['SUPPORT_EMAIL', undefined, 'SUPPORT_EMAIL'],
    ['PUBLIC_URL', 'http://localhost:8080', 'PUBLIC_URL'],
    ['WOMPI_EVENTS_SECRET', SANDBOX_SECRETS.wompi.eventsSecret, 'WOMPI_EVENTS_SECRET'],
    ['PAYOUTS_URL', 'https://127.0.0.1:4010/payouts', 'PAYOUTS_URL'],
    ['TUSDATOS_URL', undefined, 'TUSDATOS_URL'],
    ['TUSDATOS_URL', 'https://docs.tusdatos.co', 'TUSDATOS_URL'],
    ['DATABASE_URL', undefined, 'DATABASE_URL'],
    ['BINANCE_URL', 'http://127.0.0.1:4010/prices', 'https://'],
    ['CHAIN_RPC_ON_THIS_MACHINE', undefined, 'CHAIN_RPC_URL is on this machine'],
  ])('does not start with %s = %s', async (name, value, sentence) => {
    await expect(start({ [name]: value })).rejects.toThrow(sentence)
    await expect(fetch(url)).rejects.toThrow()
  })

  it('does not start with a name that is nearly a setting, and takes a setting from a file', async () => {
    await expect(start({ TRADING_MINIMUM_BTCS: '1' })).rejects.toThrow(
      'TRADING_MINIMUM_BTCS is no setting. Did you mean TRADING_MINIMUM_BTC?',
    )
    const file = join(dataDir, 'support')
    writeFileSync(file, 'soporte@tunjo\n')
    await expect(start({ SUPPORT_EMAIL: undefined, SUPPORT_EMAIL_FILE: file })).rejects.toThrow('SUPPORT_EMAIL: ')
  })

  it('does not start a worker with the keys of the sandbox', async () => {
    await expect(start({ TUSDATOS_PASSWORD: SANDBOX_SECRETS.tusdatos.password }, 'worker')).rejects.toThrow('TUSDATOS_PASSWORD')
    await expect(start({ PAYOUTS_API_KEY: SANDBOX_SECRETS.payouts.apiKey }, 'worker')).rejects.toThrow('PAYOUTS_API_KEY')
  })

  it.each(['--roles=web,signer', '', '--roles=web,core', '--roles=core,worker'])(
    'R13 runs web, core and signer each alone, not with %j',
    async (roles) => {
      await expect(startProduct({ ...env, ...keys.worker }, roles ? [roles] : [])).rejects.toThrow('a process of its own')
    },
  )

  it.each([
    ['core', 'PAYOUTS_API_KEY'],
    ['core', 'MAIL_URL'],
    ['core', 'DATABASE_MIGRATION_URL'],
    ['core', 'AUDIT_KEY'],
    ['worker', 'SIGNER_KEYSTORE_PASSWORD_FILE'],
    ['worker', 'DATABASE_SIGNER_URL'],
    ['signer', 'DATABASE_URL'],
    ['signer', 'PAYOUTS_API_KEY'],
  ] as const)('R13 does not start a %s with %s, which another role holds', async (role, name) => {
    await expect(start({ [name]: name === 'MAIL_URL' ? 'smtps://mail.example' : 'postgres://localhost/x' }, role)).rejects.toThrow(
      `${name} is given to a process with the role ${role}`,
    )
  })

  it.each([
    ['core', 'WOMPI_EVENTS_SECRET'],
    ['worker', 'PAYOUTS_API_KEY'],
    ['worker', 'MAIL_URL'],
    ['signer', 'DATABASE_SIGNER_URL'],
    ['signer', 'SECRETS_KEY'],
  ] as const)('R13 does not start a %s without %s', async (role, name) => {
    await expect(start({ [name]: undefined }, role)).rejects.toThrow(`${name} is needed by the role ${role} in production.`)
  })

  it('R13 a signer refuses a plaintext mnemonic', async () => {
    await expect(start({ CHAIN_MNEMONIC_FILE: '/x' }, 'signer')).rejects.toThrow('plaintext mnemonic')
  })

  it('R13 the core refuses the connection of the owner, and a database without the migrations', async () => {
    await expect(start({ DATABASE_URL: urlOf(database.ownerConnection) })).rejects.toThrow('give it a role that owns nothing')
    const empty = { ...database.ownerConnection, database: 'postgres' }
    await expect(start({ DATABASE_URL: urlOf(empty) })).rejects.toThrow('start --roles=worker,scheduler first')
  })

  it('R13 the worker starts with its keys, next to a core without them', async () => {
    const worker = await start({ HEALTH_PORT: String(healthPort.port), METRICS_TOKEN }, 'worker')
    const watched = `http://127.0.0.1:${healthPort.port}`
    const authorization = `Bearer ${METRICS_TOKEN}`
    const read = (path: string, headers: Record<string, string> = {}) => fetch(watched + path, { headers })
    expect(await (await read(management.live.path)).json()).toEqual({ status: 'live' })
    // The prices of this test have no source, and each failing check of a process without calls is reported.
    const ready = await read(management.ready.path)
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'not_ready' }])
    const { checks } = management.ready.response.parse(await (await read(management.ready.path, { authorization })).json())
    const states = new Map(checks?.map(({ name, state }) => [name, state]))
    for (const name of ['process', 'database', 'disk', 'jobs', 'events', 'schedule.pricing.poll'])
      expect([name, states.get(name)]).toEqual([name, 'ok'])
    expect([states.get('price.BTCUSDT'), states.has('migrations'), states.has('chain')]).toEqual(['failing', false, false])
    expect((await read(management.prometheus.path)).status).toBe(404)
    const metrics = await (await read(management.prometheus.path, { authorization })).text()
    expect(metrics).toContain('process_resident_memory_bytes')
    expect((await read('/api/account')).status).toBe(404)
    await worker.stop()
    await expect(read(management.live.path)).rejects.toThrow()
    product = await start()
    expect((await fetch(url + management.info.path)).status).toBe(200)
    // The chain of this test mines no block, which must not take the process out of its load balancer.
    const core = await fetch(url + management.ready.path)
    expect([core.status, await core.json()]).toEqual([200, { status: 'ready' }])
    await product.stop()
  })

  it('publishes every declared measure of a running core, and can read all of them', async () => {
    product = await start({ METRICS_TOKEN })
    const answer = await fetch(url + management.prometheus.path, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    const text = await answer.text()
    const isPublished = (name: string) => new RegExp(`^${name}(_bucket)?[ {]`, 'm').test(text)
    // A book that was never verified has no age, and its verification begins soon after the start.
    const mayBeMissing = new Set(['tunjo_books_oldest_verified_age_seconds'])
    const missing = declaredMeasures().filter(({ name, label }) => label === null && !isPublished(name) && !mayBeMissing.has(name))
    expect(missing.map(({ name }) => name)).toEqual([])
    expect(text.match(/^tunjo_metrics_read_failed\{.*\} 1$/gm)).toBeNull()
    for (const name of ['tunjo_schedule_last_success_age_seconds', 'tunjo_price_age_seconds', 'tunjo_security_events_total'])
      expect([name, isPublished(name)]).toEqual([name, true])
    await product.stop()
  })

  it('SEC-17 has none of the pages and people of the demo, and discloses no metrics to an unauthenticated caller', async () => {
    product = await start()
    expect(await (await fetch(url + management.info.path)).json()).toMatchObject({ activeProfiles: ['production'] })

    const endpoints = [...Object.values(demo), ...Object.values(notifications)].filter(({ role }) => role === 'DEMO')
    expect(endpoints.length).toBeGreaterThanOrEqual(5)
    for (const { method, path } of endpoints) {
      const answer = await fetch(url + path.replace(/:\w+/, '1'), { method, headers: fromWeb })
      expect([path, answer.status, answer.headers.get('app-error')]).toEqual([path, 404, 'request.not_found'])
    }

    for (const { email, password } of DEMO_PEOPLE) {
      const headers = { ...fromWeb, 'content-type': 'application/json' }
      const answer = await fetch(`${url}/api/sign-in`, { method: 'POST', headers, body: JSON.stringify({ email, password }) })
      expect(answer.headers.get('app-error')).toBe('identity.wrong_credentials')
    }
    expect((await sql`SELECT email FROM identity.account`.execute(database.db)).rows).toEqual([])

    // Behind a proxy of the same machine every caller looks local.
    expect((await fetch(url + management.prometheus.path)).status).toBe(404)
    await product.stop()
    product = await start({ METRICS_TOKEN })
    const figures = (token: string) => fetch(url + management.prometheus.path, { headers: { authorization: `Bearer ${token}` } })
    expect([(await figures('another-token-here')).status, (await figures(METRICS_TOKEN)).status]).toEqual([404, 200])
  })

  describe('the web role', () => {
    const startWeb = (change: Environment = {}) => {
      const given = { PROFILE: 'production', PUBLIC_URL: 'https://tunjo.example', LOG_LEVEL: 'silent', WEB_BROTLI: 'false', CORE_TOKEN }
      return startProduct({ ...given, CORE_URL: url, PORT: String(outside.port), ...change }, ['--roles=web'])
    }
    let outside: ClaimedPort
    beforeAll(async () => {
      outside = await claimPort()
    })
    afterAll(() => outside.release())

    const coreFinding = async (change: Environment, roles: CheckGiven['roles'] = new Set(['web'])) =>
      (await checkInstallation({ CORE_URL: url, ...change }, { roles, processes: processesOf(undefined), now: () => new Date() })).find(
        ({ check }) => check === 'core',
      )

    it.each(['LEDGER_KEY', 'SECRETS_KEY', 'DATABASE_URL', 'PAYOUTS_API_KEY', 'WOMPI_PRIVATE_KEY', 'WOMPI_EVENTS_SECRET', 'METRICS_TOKEN'])(
      'R13 does not start with %s',
      async (name) => {
        await expect(startWeb({ [name]: 'postgres://localhost/x-and-more-letters' })).rejects.toThrow(
          `${name} is given to a process with the role web`,
        )
      },
    )

    it('R13 does not start without the core’s address and token, or with a short one', async () => {
      await expect(startWeb({ CORE_URL: undefined })).rejects.toThrow('CORE_URL is needed')
      await expect(startWeb({ CORE_TOKEN: undefined })).rejects.toThrow('CORE_TOKEN is needed')
      await expect(startWeb({ CORE_TOKEN: 'short' })).rejects.toThrow('CORE_TOKEN')
    })

    it('R13 answers callers through the core, which answers it alone', async () => {
      await product?.stop()
      product = await start({ METRICS_TOKEN })
      const web = await startWeb()
      const from = `http://127.0.0.1:${outside.port}`
      const body = JSON.stringify({ email: 'ana@correo.example', password: 'no es de nadie' })
      const signIn = (at: string) => fetch(`${at}/api/sign-in`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      expect((await signIn(from)).headers.get('app-error')).toBe('identity.wrong_credentials')
      expect((await signIn(url)).headers.get('app-error')).toBe('request.not_found')
      expect((await fetch(from + management.health.path)).status).toBe(200)
      expect(await coreFinding({ CORE_TOKEN })).toMatchObject({
        state: 'ok',
        found: `The core at ${new URL(url).host} answers and takes CORE_TOKEN.`,
      })
      expect(await coreFinding({ CORE_TOKEN: 'a token of another installation, as long' })).toMatchObject({
        state: 'fault',
        found: `The core at ${new URL(url).host} does not take CORE_TOKEN.`,
      })
      // A sign-in page, a proxy, another product.
      expect(await coreFinding({ CORE_TOKEN, CORE_URL: `${url}/other` })).toMatchObject({
        state: 'fault',
        found: expect.stringContaining('is no core'),
      })
      await product.stop()
      const away = { found: expect.stringMatching(/^CORE_URL: no core answers at .*ECONNREFUSED/) }
      expect(await coreFinding({ CORE_TOKEN })).toMatchObject({ state: 'fault', ...away })
      expect(await coreFinding({ CORE_TOKEN }, null)).toMatchObject({ state: 'warning', ...away })
      expect((await signIn(from)).headers.get('app-error')).toBe('server.unavailable')
      await web.stop()
    })
  })
})
