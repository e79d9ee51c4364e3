/** R32 Restart of the database while the product answers calls: 503 with a time to come back, then normal answers without a restart. */
import { rmSync } from 'node:fs'
import { management } from '@tunjo/contract/management'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEMO_PEOPLE } from '../../dev/demo/people.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../dev/embedded/database/postgres.ts'
import { eventChecksum } from '../../dev/sandbox/checksums.ts'
import { SANDBOX_SECRETS } from '../../dev/sandbox/secrets.ts'
import { type ClaimedPort, claimPort } from '../../dev/testing/claimed-port.ts'
import { memoryFolder } from '../../dev/testing/temporary-folder.ts'
import { type RunningProduct, startProduct } from '../src/composition/product.ts'
import type { ConnectionSettings } from '../src/platform/database/database.ts'
import { createLog } from '../src/platform/observability/log.ts'
import { phonePhoto } from '../src/platform/uploads/samples.testing.ts'

const WORKS_AGAIN = { timeout: 10_000, interval: 200 }
const log = createLog({ level: 'silent', pretty: false })
const [VERIFIED, NEWCOMER, OFFICER] = DEMO_PEOPLE

let folder: string
let databaseFolder: string
let database: EmbeddedPostgres
let port: ClaimedPort
let product: RunningProduct
let url: string
let tokens: { verified: string; newcomer: string; officer: string }
let photo: Buffer
beforeAll(async () => {
  folder = memoryFolder('restart')
  databaseFolder = memoryFolder('restarted')
  database = await startEmbeddedPostgres({ dataDir: databaseFolder, log })
  port = await claimPort()
  url = `http://127.0.0.1:${port.port}`
  const env = {
    PORT: String(port.port),
    PUBLIC_URL: url,
    DATA_DIR: folder,
    DATABASE_URL: urlOf(database.connection),
    LOG_LEVEL: 'silent',
    WEB_BROTLI: 'false',
  }
  product = await startProduct(env, ['--roles=web,core,worker'])
  tokens = { verified: await signIn(VERIFIED), newcomer: await signIn(NEWCOMER), officer: await signIn(OFFICER) }
  photo = await phonePhoto(200, 150, { quality: 60 })
})
afterAll(async () => {
  await product?.stop()
  await database?.stop()
  port?.release()
  for (const each of [folder, databaseFolder]) if (each) rmSync(each, { recursive: true, force: true })
})

const urlOf = ({ host = '', port: at, user = '', password, database: name = '' }: ConnectionSettings): string => {
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : ''
  return `postgres://${user}${secret}@localhost:${at}/${name}?host=${encodeURIComponent(host)}`
}

const sending = (method: string, body: unknown, token?: string): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  body: JSON.stringify(body),
})
const reading = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } })

async function signIn({ email, password }: { email: string; password: string }): Promise<string> {
  const answer = await fetch(`${url}/api/sign-in`, sending('POST', { email, password }))
  return ((await answer.json()) as { accessToken: string }).accessToken
}

/** Signed as by the provider; each is about a payment that the product does not have. */
function signedEvent(): RequestInit {
  const timestamp = Math.floor(Date.now() / 1_000)
  const data = { transaction: { id: 'of-another-product' } }
  const properties = ['transaction.id']
  const checksum = eventChecksum({ data, properties, timestamp, secret: SANDBOX_SECRETS.wompi.eventsSecret })
  return sending('POST', { event: 'transaction.updated', data, signature: { properties, checksum }, timestamp })
}

function upload(): RequestInit {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'frontal.jpg')
  return { method: 'POST', headers: { authorization: `Bearer ${tokens.newcomer}` }, body }
}

/** Calls that can be repeated, each with what it sends. */
const CALLS: readonly (readonly [name: string, path: string, request: () => RequestInit])[] = [
  ['public read', '/payment/volumes/levels', () => ({})],
  ['public write', '/api/sign-in', () => sending('POST', VERIFIED)],
  ['health', management.health.path, () => ({})],
  ['customer reads the account', '/api/account', () => reading(tokens.verified)],
  ['customer reads bank accounts', '/payment/accounts/user/', () => reading(tokens.verified)],
  ['customer reads notices', '/api/notices', () => reading(tokens.verified)],
  ['customer writes', '/api/notices/read', () => sending('POST', {}, tokens.verified)],
  ['customer uploads', '/kyc/users/drafts/natural-1/files/frontal', upload],
  ['officer reads', '/kyc/administrative/views?list=people', () => reading(tokens.officer)],
  ['officer writes', '/kyc/administrative/views/default', () => sending('PUT', { list: 'people', id: null }, tokens.officer)],
  ['machine', '/payment/webhooks/wompi', signedEvent],
]

interface Answer {
  readonly name: string
  readonly status: number
  readonly error: string | null
  readonly retryAfter: string | null
}
const answers = (): Promise<Answer[]> =>
  Promise.all(
    CALLS.map(async ([name, path, request]) => {
      const answer = await fetch(url + path, request())
      await answer.arrayBuffer()
      const { status, headers } = answer
      return { name, status, error: headers.get('app-error'), retryAfter: headers.get('retry-after') }
    }),
  )
const allWith = (status: number, error: string | null, retryAfter: string | null): Answer[] =>
  CALLS.map(([name]) => ({ name, status, error, retryAfter }))

it('R32 each call answers 503 with a time to come back while the database is stopped, and works again after its start', async () => {
  expect(await answers()).toEqual(allWith(200, null, null))

  // Calls that run at the moment of the stop end as one that came before it or as one that came after it.
  const stopping = database.stop()
  const during = await answers()
  expect(during.filter(({ status, retryAfter }) => status !== 200 && (status !== 503 || retryAfter === null))).toEqual([])
  await stopping
  expect(await answers()).toEqual(allWith(503, 'server.unavailable', '5'))
  expect((await fetch(url + management.live.path)).status).toBe(200)
  const ready = await fetch(url + management.ready.path)
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5'])

  database = await startEmbeddedPostgres({ dataDir: databaseFolder, log })
  await expect.poll(answers, WORKS_AGAIN).toEqual(allWith(200, null, null))
  await expect.poll(async () => (await fetch(url + management.ready.path)).status, WORKS_AGAIN).toBe(200)
})
