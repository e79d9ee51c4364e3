import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { afterKill } from '../../../../../dev/testing/after-kill.ts'
import { auditTrail, TEST_ACTOR } from '../../../../../dev/testing/audit.ts'
import { runTypeScript } from '../../../../../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform } from '../../../../../dev/testing/test-product.ts'
import { createApprovals } from '../../../platform/approvals/index.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { createNotifications } from '../../reference/notifications/index.ts'
import { createIdentity, type Identity } from '../identity/index.ts'
import { OPEN_ENTRY } from '../identity/open-entry.testing.ts'
import { createPolicies } from '../policies/index.ts'
import { readRetentionSettings } from './config.ts'
import { createRetention } from './index.ts'
import { purgeExpired } from './purge-expired.ts'
import { keptSince } from './rules.ts'

const DAY_MS = 86_400_000
const YEAR_MS = 365.2425 * DAY_MS
const CLOSED = 4

let database: TestDatabase
let platform: TestPlatform
let identity: Identity
/** The clock only moves forward, and destructions stay recorded: each test has its own person. */
beforeEach(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  identity = createIdentity(platform, {
    notifications: createNotifications(platform),
    policies: createPolicies(platform),
    entry: OPEN_ENTRY,
  })
  return async () => {
    platform.remove()
    await database.drop()
  }
})

const run = (years = 10) => purgeExpired({ ...platform, identity, years, keepers: [] })
const records = async () =>
  (
    await sql<{ account_id: string; files: number; forgotten_at: Date; forgotten_by: string; reason: string }>`
      SELECT * FROM retention.forgotten ORDER BY account_id`.execute(database.db)
  ).rows
const setState = (id: string, state: 2 | 3 | 4) =>
  inTransaction(database.db, (tx) => identity.setState(tx, { accountId: id, state, actor: TEST_ACTOR }))
const documentsOf = async (id: string) => Promise.all((await platform.files.listOf(id)).map((file) => platform.files.read(file.id)))
const isReadable = async (id: string) => (await documentsOf(id)).every((content) => content !== null)

async function customer(files = 2): Promise<string> {
  const email = `${newId()}@correo.example`
  const account = {
    email,
    password: 'tres gatos en la ventana',
    authorities: ['ROLE_USER'],
    state: 2,
    activated: true,
    langKey: 'es',
  } as const
  const ownerId = await identity.ensureAccount(account)
  const document = { ownerId, purpose: 'kyc.frontal', kind: 'pdf', mediaType: 'application/pdf', originalName: 'cédula.pdf' } as const
  for (let i = 0; i < files; i++) await platform.files.store({ ...document, content: Buffer.from(`%PDF-1.7 ${i}`) })
  return ownerId
}
async function erasedCustomer(): Promise<string> {
  const id = await customer()
  await setState(id, CLOSED)
  return id
}

describe('R23 documents of former customers', () => {
  it('are destroyed when the years have passed, and not a day earlier; person, time, number and reason are recorded', async () => {
    const [left, stayed] = [await erasedCustomer(), await customer()]
    platform.clock.advance(10 * YEAR_MS - 2 * DAY_MS)
    await run()
    expect([await isReadable(left), await records()]).toEqual([true, []])
    platform.clock.advance(3 * DAY_MS)
    await run()
    expect([await isReadable(left), await isReadable(stayed)]).toEqual([false, true])
    const [record, ...others] = await records()
    expect(others).toEqual([])
    expect(record).toMatchObject({ account_id: left, files: 2, forgotten_by: 'retention schedule' })
    expect(record?.reason).toBe('account closed more than 10 years ago')
    expect(Math.abs((record?.forgotten_at.getTime() ?? 0) - platform.clock.now().getTime())).toBeLessThan(60_000)
  })

  it('are destroyed once, by any number of processes', async () => {
    const [one, other] = [await erasedCustomer(), await erasedCustomer()]
    platform.clock.advance(11 * YEAR_MS)
    await Promise.all([run(), run(), run()])
    await run()
    expect((await records()).map(({ account_id }) => account_id)).toEqual([one, other].sort())
  })

  it('are destroyed again when an officer added some after the erasure', async () => {
    const id = await erasedCustomer()
    platform.clock.advance(11 * YEAR_MS)
    await run()
    const sealed = (await platform.files.sealerOf(id)).seal('note', Buffer.from('Pidió un certificado.'))
    expect((await platform.files.openerOf(id))?.('note', sealed)?.toString()).toBe('Pidió un certificado.')
    await Promise.all([run(), run()])
    expect(await platform.files.openerOf(id)).toBeNull()
    expect(await records()).toHaveLength(1)
    expect(await auditTrail(platform.db, { action: 'retention.documents_purged', objectId: id })).toHaveLength(2)
  })

  it('are counted from the closing; a suspended customer did not leave', async () => {
    const [later, suspended] = [await customer(), await customer()]
    await setState(suspended, 3)
    platform.clock.advance(9 * YEAR_MS)
    await setState(later, CLOSED)
    platform.clock.advance(5 * YEAR_MS)
    await run()
    expect([await isReadable(later), await isReadable(suspended), await records()]).toEqual([true, true, []])
    platform.clock.advance(6 * YEAR_MS)
    await run()
    expect((await records()).map(({ account_id }) => account_id)).toEqual([later])
  })

  it('closing twice does not begin the years anew', async () => {
    const left = await erasedCustomer()
    platform.clock.advance(9 * YEAR_MS)
    await setState(left, CLOSED)
    platform.clock.advance(2 * YEAR_MS)
    await run()
    expect(await isReadable(left)).toBe(false)
  })

  it('R17 a process that is killed after it destroyed a key destroyed nothing, and the next one does', async () => {
    const left = await erasedCustomer()
    const folder = join(platform.settings.dataDir, 'files')
    const child = runTypeScript(
      new URL('./purge-process.testing.ts', import.meta.url),
      [JSON.stringify(database.connection), folder, String(11 * YEAR_MS)],
      { FAULT_AT: 'retention.key_destroyed' },
    )
    const ended = once(child.child, 'exit')
    await expect(child.nextLine()).rejects.toThrow()
    expect(await ended).toEqual([null, 'SIGKILL'])
    await afterKill(database.owner)
    const trail = () => auditTrail(database.db, { action: 'retention.documents_purged' })
    expect([await isReadable(left), await records(), await trail()]).toEqual([true, [], []])
    platform.clock.advance(11 * YEAR_MS)
    await run()
    expect([await isReadable(left), (await records()).length]).toEqual([false, 1])
    expect(await trail()).toMatchObject([{ actor: { kind: 'system' }, object: { id: left }, reason: expect.stringContaining('10 years') }])
  })
})

describe('retention period', () => {
  it('is set by the operator, within the law', () => {
    expect(readRetentionSettings({}).years).toBe(10)
    expect(readRetentionSettings({ DOCUMENT_RETENTION_YEARS: '15' }).years).toBe(15)
    for (const wrong of ['4', '51', '10.5', 'diez'])
      expect(() => readRetentionSettings({ DOCUMENT_RETENTION_YEARS: wrong })).toThrow('DOCUMENT_RETENTION_YEARS')
  })

  it('is in the answer of the call', async () => {
    const own = createTestPlatform(database)
    const caller = { accountId: newId(), sessionId: newId(), authorities: ['ROLE_USER' as const] }
    const staff = { permissionsOf: async () => [], officersWith: async () => [], emailOf: async () => '' }
    const approvals = createApprovals({ ...own, staff, notifyOfficer: async () => undefined })
    const { routes } = createRetention({ ...own, env: { DOCUMENT_RETENTION_YEARS: '12' } }, { identity, approvals })
    const server = await startTestServer(own, routes, async () => caller)
    expect(await (await fetch(`${server.url}/api/account/retention`)).json()).toEqual({ years: 12 })
    await server.close()
    own.remove()
  })

  it.each([
    ['2036-02-29T12:00:00Z', 10, '2026-02-28T12:00:00.000Z'],
    ['2036-03-31T00:00:00Z', 10, '2026-03-31T00:00:00.000Z'],
  ])('before %s, %i years are since %s', (now, years, since) => {
    expect(keptSince(new Date(now), years).toISOString()).toBe(since)
  })
})
