/** The product as production runs it: nothing of the demo is there, and what belongs to a demo is refused at start. */
import { rmSync } from 'node:fs'
import { demo } from '@tunjo/contract/demo'
import { management } from '@tunjo/contract/management'
import { notifications } from '@tunjo/contract/notifications'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestChain, type TestChain } from './chain/embedded/testing.ts'
import { DEMO_PEOPLE } from './demo/people.ts'
import type { ConnectionSettings } from './platform/database.ts'
import type { Environment } from './platform/settings.ts'
import { type RunningProduct, startProduct } from './product.ts'
import { SANDBOX_SECRETS } from './sandbox/secrets.ts'
import { type ClaimedPort, claimPort } from './testing/claimed-port.ts'
import { createTestDatabase, type TestDatabase } from './testing/database.ts'
import { memoryFolder } from './testing/temporary-folder.ts'

const METRICS_TOKEN = 'a-token-of-this-test'

let database: TestDatabase
let chain: TestChain
let dataDir: string
/** Of all roles; each has its own keys besides. */
let env: Environment
let keys: Record<'web' | 'worker' | 'signer', Environment>
let port: ClaimedPort
let url: string
let product: RunningProduct | undefined
beforeAll(async () => {
  database = await createTestDatabase()
  chain = await startTestChain()
  dataDir = memoryFolder('production')
  port = await claimPort()
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
    SUPPORT_EMAIL: 'soporte@tunjo.example',
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    WOMPI_URL: 'https://production.wompi.co/v1',
    WOMPI_PUBLIC_KEY: 'pub_prod_a1b2',
    PAYOUTS_URL: 'https://api.payouts.wompi.co',
    PAYOUTS_ACCOUNT_ID: 'c3d4',
    TUSDATOS_URL: 'https://dash-board.tusdatos.co',
  }
  const ofWeb = {
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
  keys = { web: ofWeb, worker: { ...ofWeb, ...ofWorker }, signer: { DATABASE_SIGNER_URL: 'postgres://localhost:1/x' } }
})
afterAll(async () => {
  await product?.stop()
  port?.release()
  await chain?.destroy()
  await database?.drop()
  if (dataDir) rmSync(dataDir, { recursive: true, force: true })
})

function urlOf({ host = '', port, user = '', password, database: name = '' }: ConnectionSettings): string {
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : ''
  return `postgres://${encodeURIComponent(user)}${secret}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`
}
const ROLES = { web: '--roles=web', worker: '--roles=worker,scheduler', signer: '--roles=signer' } as const
const start = (change: Environment = {}, role: keyof typeof ROLES = 'web') =>
  startProduct({ ...env, ...keys[role], ...change }, [ROLES[role]])

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

  it('does not start a worker with the keys of the sandbox', async () => {
    await expect(start({ TUSDATOS_PASSWORD: SANDBOX_SECRETS.tusdatos.password }, 'worker')).rejects.toThrow('TUSDATOS_PASSWORD')
    await expect(start({ PAYOUTS_API_KEY: SANDBOX_SECRETS.payouts.apiKey }, 'worker')).rejects.toThrow('PAYOUTS_API_KEY')
  })

  it.each(['--roles=web,signer', '', '--roles=web,worker'])('R13 runs the web and the signer each alone, not with %j', async (roles) => {
    await expect(startProduct({ ...env, ...keys.worker }, roles ? [roles] : [])).rejects.toThrow('a process of its own')
  })

  it.each([
    ['web', 'PAYOUTS_API_KEY'],
    ['web', 'MAIL_URL'],
    ['web', 'DATABASE_MIGRATION_URL'],
    ['web', 'AUDIT_KEY'],
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
    ['web', 'WOMPI_EVENTS_SECRET'],
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

  it('R13 the web role refuses the connection of the owner, and a database without the migrations', async () => {
    await expect(start({ DATABASE_URL: urlOf(database.ownerConnection) })).rejects.toThrow('give it a role that owns nothing')
    const empty = { ...database.ownerConnection, database: 'postgres' }
    await expect(start({ DATABASE_URL: urlOf(empty) })).rejects.toThrow('start --roles=worker,scheduler first')
  })

  it('R13 the worker starts with its own keys, beside a web role without them', async () => {
    const worker = await start({}, 'worker')
    await worker.stop()
    product = await start()
    expect((await fetch(url + management.info.path)).status).toBe(200)
    await product.stop()
  })

  it('SEC-17 has none of the pages and people of the demo, and tells no stranger its figures', async () => {
    product = await start()
    expect(await (await fetch(url + management.info.path)).json()).toMatchObject({ activeProfiles: ['production'] })

    const endpoints = [...Object.values(demo), ...Object.values(notifications)].filter(({ role }) => role === 'DEMO')
    expect(endpoints.length).toBeGreaterThanOrEqual(5)
    for (const { method, path } of endpoints) {
      const answer = await fetch(url + path.replace(/:\w+/, '1'), { method })
      expect([path, answer.status, answer.headers.get('app-error')]).toEqual([path, 404, 'request.not_found'])
    }

    for (const { email, password } of DEMO_PEOPLE) {
      const headers = { 'content-type': 'application/json' }
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
})
