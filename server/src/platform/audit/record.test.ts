import { AUDIT_ACTIONS } from '@tunjo/contract/audit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditTrail } from '../../../../dev/testing/audit.ts'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { inTransaction } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import { createSecrets } from '../secrets/secrets.ts'
import { movableClock } from '../time/clock.ts'
import { createAudit } from './index.ts'

const audit = createAudit({ clock: movableClock(), secrets: createSecrets(Buffer.alloc(32, 7)) })
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

const unsealed = async () =>
  (await sql<{ id: string }>`SELECT entry_id AS id FROM platform.audit_unsealed`.execute(database.db)).rows.map(({ id }) => id)

it('ADM-14 R35 an entry says who did what to what, and waits for its seal', async () => {
  const [officer, person, session] = [newId(), newId(), newId()]
  const entry = {
    actor: { kind: 'person', accountId: officer, sessionId: session },
    action: 'kyc.level_changed',
    object: { type: 'account', id: person },
    before: { level: 1 },
    after: { level: 2 },
    reason: 'Documentos completos.',
  } as const
  await inTransaction(database.db, (tx) => audit.record(tx, entry))
  expect(await auditTrail(database.db, { objectId: person })).toEqual([entry])
  expect(await unsealed()).toHaveLength(1)
})

it('R35 a change that is rolled back leaves no entry, and none waits for a seal', async () => {
  const before = await unsealed()
  const object = { type: 'account', id: newId() }
  const rolledBack = inTransaction(database.db, async (tx) => {
    await audit.record(tx, { actor: { kind: 'system', name: 'test' }, action: 'identity.state_changed', object })
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect([await auditTrail(database.db, { objectId: object.id }), await unsealed()]).toEqual([[], before])
})

it('personal data is a hash with a salt of that person, which cannot be reversed once the salt was destroyed', async () => {
  const [ana, luis] = [newId(), newId()]
  const hashOf = (person: string) => inTransaction(database.db, (tx) => audit.redacted(tx, person, '1099888123'))
  const first = await hashOf(ana)
  expect(first).toMatch(/^hmac-sha256:[\w-]{43}$/)
  expect([await hashOf(ana), await hashOf(luis)]).toEqual([first, expect.not.stringContaining(first)])
  await inTransaction(database.db, (tx) => audit.erasePerson(tx, ana))
  expect(await hashOf(ana)).not.toBe(first)
})

it('two transactions that redact for the first time agree on one salt', async () => {
  const person = newId()
  const hashes = await Promise.all(Array.from({ length: 8 }, () => inTransaction(database.db, (tx) => audit.redacted(tx, person, 'same'))))
  expect(new Set(hashes).size).toBe(1)
})

it('every action has words for officers', () => {
  for (const [action, { es, en }] of Object.entries(AUDIT_ACTIONS)) {
    expect(action).toMatch(/^[a-z]+\.[a-z_]+$/)
    expect(es).toMatch(/^[A-ZÁÉÍÓÚ]/)
    expect(en).toMatch(/^[A-Z]/)
  }
})
