import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { NOTHING_HIDDEN } from '../../../../../dev/testing/officers.ts'
import { createTestPlatform, type TestPlatform } from '../../../../../dev/testing/test-product.ts'
import { newId } from '../../../platform/database/ids.ts'
import { createExports } from '../../../platform/exports/index.ts'
import { TestPerson } from '../../customers/identity/factors/person.testing.ts'
import { codeOf, type IdentityProcess, startIdentityProcess } from '../../customers/identity/identity.testing.ts'
import { createParameters } from '../../reference/parameters/index.ts'
import { createReports } from './index.ts'
import { readMyData } from './my-data.ts'

const MY_DATA = { call: 'GET /api/my-data' }

let database: TestDatabase
let platform: TestPlatform
let here: IdentityProcess
let person: TestPerson
let sections: Record<string, Record<string, unknown>[]>
let text: string

beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  here = await startIdentityProcess(
    database,
    {},
    {
      guarded: createReports(platform, { exports: createExports(platform), parameters: createParameters(), approvals: NOTHING_HIDDEN })
        .routes,
    },
  )
  person = await TestPerson.signedIn(here)
  await TestPerson.signedIn(here)
  await person.addTotp()
  await person.addPasskey()
  await movements(person.accountId)
  await movements(newId(), 'de otra persona')
  const answer = await person.guarded('GET', '/api/my-data', MY_DATA)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="mis-datos.json"')
  text = await answer.text()
  sections = (JSON.parse(text) as { sections: typeof sections }).sections
})
afterAll(async () => {
  await here?.close()
  platform?.remove()
  await database?.drop()
})

async function movements(accountId: string, alias = 'Nómina') {
  const { db } = database
  const now = new Date()
  await sql`INSERT INTO payments.bank_account (id, account_id, slot, alias, alias_key, bank_id, account_type, number, created_at, changed_at)
    VALUES (${newId()}, ${accountId}, 1, ${alias}, ${alias}, 1, 9, '123456789', ${now}, ${now})`.execute(db)
  await sql`INSERT INTO payments.deposit (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number,
      amount, payer, state, created_at)
    VALUES (${newId()}, ${accountId}, 'h', ${newId()}, 1, ${alias}, 9, '123456789', 5000000, '{"name":"Ana"}', 'PENDING', ${now})`.execute(
    db,
  )
  await sql`INSERT INTO trading.trade (id, account_id, request_hash, trade_type, token_in, token_out, expected_in, expected_out, maximum_in,
      minimum_out, path, estimated_fee_wei, fee_usd_micros, network_fee_out, house_fee_out, state, created_at)
    VALUES (${newId()}, ${accountId}, 'h', 'input', 0, 2, 1, 1, 1, 1, '[]', 1, 1, 7, 3, 'pending', ${now})`.execute(db)
}

function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)])
}

it('names the modules of which it has the newest entries only', async () => {
  const cut = await readMyData(database.db, person.accountId, 1)
  expect(cut.incomplete).toContainEqual({ module: 'payments', newestEntries: 1 })
  expect((await readMyData(database.db, person.accountId)).incomplete).toBeUndefined()
})

describe('GET /api/my-data', () => {
  it('SEC-46 asks for an approval first', async () => {
    expect(codeOf(await person.browser.send('GET', '/api/my-data'))).toBe('identity.step_up_required')
  })

  it('ID-09 holds the data of every module about the person', () => {
    expect(Object.keys(sections)).toEqual(
      expect.arrayContaining(['account', 'sign_ins', 'sessions', 'devices', 'factors', 'holds', 'bank_accounts', 'deposits', 'trades']),
    )
    expect(sections.account).toMatchObject([{ id: person.accountId, email: person.email, authorities: ['ROLE_USER'] }])
    expect(sections.sign_ins).toMatchObject([{ result: 'entered', ip: '127.0.0.1', place: 'Red local' }])
    expect(sections.factors?.map(({ kind }) => kind).sort()).toEqual(['passkey', 'recovery_codes', 'totp'])
    expect(sections.deposits).toMatchObject([{ amountCents: '5000000', payer: { name: 'Ana' } }])
    expect(sections.bank_accounts).toMatchObject([{ alias: 'Nómina', number: '123456789' }])
    expect(sections.trades).toMatchObject([{ networkFee: '7', houseFee: '3' }])
  })

  it('ID-09 holds no data of other people', async () => {
    expect(sections.account).toHaveLength(1)
    expect(text).not.toContain('de otra persona')
    const others = await sql<{ id: string; email: string }>`SELECT id, email FROM identity.account WHERE id <> ${person.accountId}`.execute(
      database.db,
    )
    expect(others.rows).toHaveLength(1)
    for (const { id, email } of others.rows) {
      expect(text).not.toContain(id)
      expect(text).not.toContain(email)
    }
  })

  it('ID-09 holds no secret: no key that names one, and none of the person’s', () => {
    const suspicious = keysOf(sections).filter((key) =>
      /hash|secret|token(?!In$|Out$)|password(?!ChangedAt$)|sealed|publicKey|code$/i.test(key),
    )
    expect(suspicious).toEqual([])
    const device = person.browser.device?.split('=')[1] ?? ''
    const refresh = person.browser.cookie?.split('=')[1] ?? ''
    expect([device.length, refresh.length, person.secret.length > 10, person.recoveryCodes.length > 0]).toEqual([43, 43, true, true])
    const secrets = [device, refresh, person.secret, ...person.recoveryCodes]
    for (const secret of secrets) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(createHash('sha256').update(secret).digest('hex'))
    }
    expect(text).not.toContain('$argon2')
  })

  it('every module that has people publishes its part with the same columns', async () => {
    const views = await sql<{
      schema: string
      columns: string[]
    }>`SELECT table_schema AS schema, array_agg(column_name::text ORDER BY column_name) AS columns
      FROM information_schema.columns WHERE table_name = 'personal_data' GROUP BY table_schema ORDER BY table_schema`.execute(database.db)
    expect(views.rows.map(({ schema }) => schema)).toEqual(
      expect.arrayContaining(['identity', 'kyc', 'notifications', 'payments', 'trading']),
    )
    for (const { columns } of views.rows) expect(columns).toEqual(['account_id', 'at', 'entry', 'section'])
  })
})
