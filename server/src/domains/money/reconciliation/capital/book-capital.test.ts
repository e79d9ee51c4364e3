/**
 * Platform capital, as an operator books it before there are customers: once for each reference, balanced, audited, and enough for the fee
 * of a payout.
 */
import { spawnSync } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { programOf } from '../../../../../../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { COMMAND_LINE } from '../../../../../../dev/testing/operator-command.ts'
import { createTestPlatform, type TestPlatform } from '../../../../../../dev/testing/test-product.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { evidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import { createLedger, customerAccount, type Ledger, systemAccount } from '../../ledger/index.ts'
import { bookCapital, type CapitalGiven } from './book-capital.ts'

let database: TestDatabase
let platform: TestPlatform
let ledger: Ledger
beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  ledger = createLedger(platform)
})
afterAll(async () => {
  await ledger?.close()
  platform?.remove()
  await database?.drop()
})

const GIVEN: CapitalGiven = { place: 'provider', asset: 'COP', amount: '50000000', reference: 'Traslado 4711', by: 'Ana Operadora' }
const book = (change: Partial<CapitalGiven> = {}) =>
  bookCapital({ ...platform, ledger, seals: evidenceSeals(platform.secrets) }, { ...GIVEN, ...change })
const posted = async (name: string, asset: 'COP' | 'BTC' = 'COP') => (await ledger.balance(systemAccount(name, asset))).posted

it('MON-10 the same reference ten times concurrently is one posting and one entry; with another amount it is refused', async () => {
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => book()))
  expect(outcomes.toSorted()).toEqual([...Array(9).fill('exists'), 'posted'])
  expect([await posted('payouts'), await posted('house')]).toEqual([-5_000_000_000n, 5_000_000_000n])
  const entry = { actor: { kind: 'system', name: 'operator: Ana Operadora' }, reason: 'Traslado 4711' }
  expect(await auditTrail(database.db, { action: 'reconciliation.capital_booked' })).toMatchObject([entry])
  expect(await book({ reference: 'TRASLADO  4711' })).toBe('exists')
  await expect(book({ amount: '50000001' })).rejects.toMatchObject({ refusal: { code: 'ledger.request_changed' } })
  expect(await posted('house')).toBe(5_000_000_000n)
})

it('R17 interrupted half-way it books nothing: neither the posting nor the entry', async () => {
  const audit = { ...platform.audit, record: () => Promise.reject(new Error('half-way')) }
  const given = { ...GIVEN, reference: 'Traslado 4712' }
  await expect(bookCapital({ ...platform, ledger, audit, seals: evidenceSeals(platform.secrets) }, given)).rejects.toThrow('half-way')
  expect(await posted('house')).toBe(5_000_000_000n)
  expect(await book({ reference: 'Traslado 4712', place: 'bank', amount: '30' })).toBe('posted')
  expect(await book({ reference: 'Traslado 4713', place: 'bank-to-provider', amount: '20' })).toBe('posted')
  expect([await posted('payouts'), await posted('bank')]).toEqual([-5_000_002_000n, -1_000n])
  const more = book({ reference: 'Traslado 4714', place: 'bank-to-provider', amount: '10.01' })
  await expect(more).rejects.toMatchObject({ refusal: { code: 'reconciliation.capital_exceeded' } })
})

it('a frozen asset is booked too, since capital is what is missing', async () => {
  await database.db.transaction().execute((tx) => ledger.freeze(tx, { asset: 'COP', reason: 'bank.backing' }))
  expect(await book({ reference: 'Extracto 12', place: 'bank', amount: '10' })).toBe('posted')
})

it('refuses an invalid place, amount or name', async () => {
  for (const change of [
    { place: 'customer' },
    { place: 'constructor' },
    { place: 'pools', asset: 'BTC' as const },
    { amount: '0' },
    { amount: '-5' },
    { amount: '1e9' },
    { amount: '1.001' },
    { reference: ' ' },
    { by: '' },
  ])
    await expect(book({ reference: 'Otro traslado', ...change }), JSON.stringify(change)).rejects.toThrow()
  expect((await sql`SELECT 1 FROM ledger.transfer`.execute(database.db)).rows).toHaveLength(4)
})

it('is a command for operators, who may repeat it', async () => {
  const { host, port, user, password, database: name } = database.connection
  const url = `postgres://${user}:${encodeURIComponent(String(password ?? ''))}@localhost:${port}/${name}?host=${encodeURIComponent(host ?? '')}`
  const env = { ...process.env, DATABASE_URL: url, SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') }
  const program = [...programOf(COMMAND_LINE), 'book-capital']
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...args], { env, encoding: 'utf8' })
    return { status, output: stdout + stderr }
  }
  const args = ['--place', 'hot-wallet', '--asset', 'BTC', '--amount', '0.5', '--reference', '0xabc', '--by', 'Ana Operadora']
  expect(run(...args)).toMatchObject({ status: 0, output: expect.stringContaining('Booked.') })
  expect(run(...args)).toMatchObject({ status: 0, output: expect.stringContaining('nothing moved') })
  expect(run(...args, '--amount', '0.6')).toMatchObject({ status: 1, output: expect.stringContaining('ledger.request_changed') })
  expect(run(...args, '--asset', 'ETH')).toMatchObject({ status: 1, output: expect.stringContaining('--asset needs one of') })
  expect([await posted('chain', 'BTC'), await posted('float', 'BTC')]).toEqual([-50_000_000n, 50_000_000n])
  expect((await ledger.verify()).faults).toEqual([])
})

it('MON-10 is refused to an operator once a customer has a balance: then two officers book it', async () => {
  const leg = { debit: systemAccount('bank', 'COP'), credit: customerAccount(newId(), 'COP'), amount: 1n, code: 'test.deposit' }
  expect((await ledger.post([{ kind: 'post', id: newId(), ...leg }])).outcome).toBe('posted')
  const before = await posted('house')
  await expect(book({ reference: 'Traslado 9000' })).rejects.toThrow('a second officer')
  expect([await posted('house'), await book()]).toEqual([before, 'exists'])
})
