import type { CheckedDocument } from '@tunjo/contract/documents'
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { beginAt } from '../../../../../../dev/testing/begin-at.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../../../dev/testing/test-product.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Caller } from '../../../../platform/http/route.ts'
import { createParameters } from '../../../reference/parameters/index.ts'
import { createLedger, customerAccount, type Ledger, systemAccount } from '../../ledger/index.ts'
import { createPricing } from '../../pricing/index.ts'
import { createMovements } from '../index.ts'
import { addsUp, certificateOf } from './certificate.ts'
import { yearOf, yearsSince } from './year.ts'

let database: TestDatabase
let platform: TestPlatform
let ledger: Ledger
/** Ledger that posts at the time set here. */
let past: Ledger
let instant = new Date('2026-12-31T20:00:00Z')
let server: TestServer
/** True to make the next read of a balance come before the commit of its month’s last posting. */
let isTorn = false
let figures: () => Promise<Readonly<Record<string, number>>>

const OFFICER = newId()
const person = { accountState: 2, email: 'maria@correo.example', accountCreatedAt: new Date(0), verifiedLevel: 1 } as const
const dossier = {
  personType: 'natural',
  fullName: 'María Rojas',
  documentType: 'CC',
  documentNumber: '1099888777',
  phone: '+573001234567',
} as const
const authenticate = async ({ headers }: { headers: { authorization?: string } }): Promise<Caller | null> => {
  const accountId = headers.authorization?.slice('Bearer '.length)
  if (!accountId) return null
  const officer = { authorities: ['ROLE_ADMIN'], permissions: ['cases.export'] } as const
  return { accountId, sessionId: accountId, authorities: ['ROLE_USER'], ...(accountId === OFFICER ? officer : {}) }
}

beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  ledger = createLedger(platform)
  past = createLedger({ ...platform, clock: { now: () => instant } })
  beginAt(platform.clock, '2027-02-01T07:00:00-05:00')
  const kyc = { person: async (accountId: string) => ({ ...person, accountId, dossier }) }
  const reads: typeof ledger = {
    ...ledger,
    async balance(...asked) {
      const found = await ledger.balance(...asked)
      if (!isTorn) return found
      isTorn = false
      return { ...found, posted: found.posted - 1n }
    },
  }
  const movements = createMovements(platform, {
    ledger: reads,
    kyc,
    pricing: createPricing(platform),
    parameters: createParameters(),
    translateNote: (text) => text,
  })
  figures = () => movements.figures.read()
  server = await startTestServer(platform, movements.routes, authenticate)
})
afterAll(async () => {
  await server?.close()
  await ledger?.close()
  await past?.close()
  platform?.remove()
  await database?.drop()
})

const ask = (owner: string, path: string, language = 'es') =>
  fetch(server.url + path, { headers: { authorization: `Bearer ${owner}`, 'accept-language': language } })
const give = (body: object, who = OFFICER) =>
  fetch(`${server.url}/kyc/administrative/users/certificate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const codesOf = async (owner: string): Promise<string[]> =>
  (
    await sql<{ code: string }>`SELECT code FROM movements.document WHERE account_id = ${owner} ORDER BY issued_at, code`.execute(
      database.db,
    )
  ).rows.map(({ code }) => code)
/** Verify with the hash of the file, which only its holder can compute. */
async function checked(code: string | undefined): Promise<CheckedDocument> {
  const { rows } = await sql<{ hash: string }>`SELECT file_hash AS hash FROM movements.document WHERE code = ${code}`.execute(database.db)
  const response = await fetch(`${server.url}/api/documents/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, sha256: rows[0]?.hash }),
  })
  return (await response.json()) as CheckedDocument
}
interface Step {
  readonly owner: string
  readonly asset?: AssetCode
  readonly amount: bigint
  readonly code: string
  readonly ref?: string
}
const come = ({ owner, asset = 'COP', amount, code, ref = newId() }: Step) =>
  past.post([{ kind: 'post', id: newId(), code, ref, debit: systemAccount('chain', asset), credit: customerAccount(owner, asset), amount }])
const go = ({ owner, asset = 'COP', amount, code, ref = newId() }: Step) =>
  past.post([{ kind: 'post', id: newId(), code, ref, debit: customerAccount(owner, asset), credit: systemAccount('chain', asset), amount }])
/** Sell one asset for another, with the platform fee deducted. */
async function trade(owner: string, sold: [AssetCode, bigint], bought: [AssetCode, bigint], platformFee = 0n): Promise<void> {
  const ref = newId()
  const market = systemAccount('market', bought[0])
  await past.post([
    { kind: 'post', id: newId(), code: 'trading.sold', ref, debit: customerAccount(owner, sold[0]), credit: systemAccount('market', sold[0]), amount: sold[1] },
    { kind: 'post', id: newId(), code: 'trading.bought', ref, debit: market, credit: customerAccount(owner, bought[0]), amount: bought[1] },
    ...(platformFee > 0n
      ? [{ kind: 'post', id: newId(), code: 'trading.house_fee', ref, debit: market, credit: systemAccount('exchange-fees', bought[0]), amount: platformFee } as const]
      : []),
  ]) // biome-ignore format: one leg a line
}
const year = (name: string) => yearOf(name, platform.clock.now()) ?? expect.fail('no such year')
const linesOf = async (owner: string, path: string) => (await (await ask(owner, path)).text()).trimEnd().split('\r\n')

describe('years', () => {
  it('are those of Bogotá: partial until ten minutes after their end, and none before they begin', () => {
    const end = new Date('2027-01-01T05:00:00Z')
    expect(yearOf('2026', new Date('2027-01-01T05:09:59Z'))).toMatchObject({ isPartial: true, end })
    expect(yearOf('2026', new Date('2027-01-01T05:10:00Z'))).toMatchObject({
      isPartial: false,
      start: new Date('2026-01-01T05:00:00Z'),
      end,
    })
    expect(yearOf('2027', new Date('2027-01-01T04:59:59Z'))).toBeNull()
    const now = new Date('2027-03-01T12:00:00Z')
    expect(yearsSince(new Date('2026-01-01T04:59:59Z'), now).map(({ name, isPartial }) => [name, isPartial])).toEqual([
      ['2027', true],
      ['2026', false],
      ['2025', false],
    ])
  })
})

describe('figures', () => {
  it('MON-10 each posting falls into one line, and a reversal lessens its line', async () => {
    const owner = newId()
    instant = new Date(Math.max(instant.getTime(), new Date('2026-12-31T20:00:00Z').getTime()))
    const toCustomer = await come({ owner, amount: 100_000n, code: 'payments.deposit' })
    expect(toCustomer.outcome).toBe('posted')
    const paid = newId()
    await past.post([{ kind: 'post', id: paid, code: 'payments.withdrawal', debit: customerAccount(owner, 'COP'), credit: systemAccount('payouts', 'COP'), amount: 10_000n }]) // biome-ignore format: one line
    await past.post([{ kind: 'reverse', id: newId(), code: 'payments.withdrawal', transferId: paid }])
    await trade(owner, ['COP', 40_000n], ['USDT', 9_000_000n], 50_000n)
    await trade(owner, ['USDT', 2_000_000n], ['BTC', 3_000n])
    await trade(owner, ['USDT', 1_000_000n], ['COP', 5_000n])
    await go({ owner, asset: 'BTC', amount: 1_000n, code: 'crypto.withdrawal' })
    await go({ owner, asset: 'BTC', amount: 10n, code: 'crypto.withdrawal_fee' })
    await come({ owner, asset: 'BTC', amount: 7n, code: 'crypto.inside' })
    await go({ owner, asset: 'BTC', amount: 3n, code: 'crypto.inside' })
    const found = new Map((await certificateOf({ ledger }, owner, year('2026'))).map((one) => [one.asset, one]))
    expect(found.get('COP')).toMatchObject({
      opening: 0n,
      closing: 65_000n,
      lines: {
        deposits: { count: 1, units: 100_000n },
        withdrawals: { count: 0, units: 0n },
        sold: { count: 1, units: 40_000n },
        bought: { count: 1, units: 5_000n },
        gmf: { count: 0, units: 0n },
      },
    })
    expect(found.get('USDT')).toMatchObject({
      closing: 6_000_000n,
      lines: {
        bought: { count: 1, units: 9_000_000n },
        soldForAsset: { count: 1, units: 2_000_000n },
        sold: { count: 1, units: 1_000_000n },
      },
      cop: { bought: 40_000n, sold: 5_000n },
      tradeFees: { network: 0n, house: 50_000n },
    })
    expect(found.get('BTC')).toMatchObject({
      closing: 1_994n,
      lines: {
        boughtForAsset: { count: 1, units: 3_000n },
        deposits: { count: 1, units: 7n },
        withdrawals: { count: 2, units: 1_003n },
        withdrawalFees: { count: 1, units: 10n },
      },
      cop: { bought: 0n, sold: 0n },
    })
  })

  it('MON-10 for any movements, opening plus incoming minus outgoing is the closing, and a year begins where the last ended', async () => {
    const codes = [
      'payments.deposit',
      'crypto.deposit',
      'trading.bought',
      'trading.sold',
      'crypto.withdrawal',
      'crypto.inside',
      'somebody.else',
    ]
    const step = fc.record({
      asset: fc.constantFrom<AssetCode>(...ASSET_CODES),
      code: fc.constantFrom(...codes),
      isIn: fc.boolean(),
      amount: fc.bigInt({ min: 1n, max: 10n ** 9n }),
      when: fc.constantFrom('at once', 'a month later', 'end of the year', 'begin of the next'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        const owner = newId()
        const first = instant
        for (const { asset, code, isIn, amount, when } of steps) {
          const next = new Date(Date.UTC(instant.getUTCFullYear() + 1, 0, 1, 5))
          if (when === 'a month later') instant = new Date(instant.getTime() + 30 * 86_400_000)
          if (when === 'end of the year' && next.getTime() - 1 > instant.getTime()) instant = new Date(next.getTime() - 1)
          if (when === 'begin of the next') instant = next
          await (isIn ? come : go)({ owner, asset, amount, code })
        }
        const years = yearsSince(first, new Date(instant.getTime() + 20 * 60_000)).reverse()
        const closing = new Map<AssetCode, bigint>()
        for (const one of years) {
          const found = await certificateOf({ ledger }, owner, one)
          expect(found.every(addsUp)).toBe(true)
          for (const asset of ASSET_CODES) {
            const line = found.find((each) => each.asset === asset)
            expect(line?.opening ?? 0n).toBe(closing.get(asset) ?? 0n)
            closing.set(asset, line?.closing ?? 0n)
          }
        }
        for (const asset of ASSET_CODES) expect(closing.get(asset)).toBe((await ledger.balance(customerAccount(owner, asset))).posted)
      }),
      { numRuns: 12 },
    )
  }, 120_000)
})

describe('documents', () => {
  const owner = newId()
  const name = () => String(instant.getUTCFullYear())
  beforeAll(async () => {
    instant = new Date(Date.UTC(instant.getUTCFullYear() + 1, 5, 10, 15))
    await come({ owner, amount: 50_000_000n, code: 'payments.deposit' })
    await trade(owner, ['COP', 40_000_000n], ['BTC', 100_000n])
    platform.clock.advance(Date.UTC(instant.getUTCFullYear() + 1, 1, 1) - platform.clock.now().getTime())
  })

  it('a year without a stored price is marked so; with one, the closing is valued at it and its source is named', async () => {
    const path = `/api/certificates/${name()}`
    const without = await linesOf(owner, `${path}/csv`)
    expect(without).toContain('BTC;Saldo final;;0,001;;')
    expect(without.join('\n')).toContain(`Tunjo no conserva un precio del 31 de diciembre de ${name()}`)
    const openAt = new Date(`${name()}-12-31T00:00:00Z`)
    // The day before has no price for this day.
    for (const [pair, day, close] of [
      ['BTCUSDT', openAt, 100_000n * 10n ** 8n],
      ['COPUSDT', openAt, 4_000n * 10n ** 8n],
      ['COPUSDT', new Date(openAt.getTime() - 86_400_000), 10n ** 8n],
    ] as const)
      await sql`INSERT INTO pricing.candle (pair, period, open_at, open, high, low, close, is_official)
        VALUES (${pair}, '1d', ${day}, ${close}, ${close}, ${close}, ${close}, true)`.execute(database.db)
    const lines = await linesOf(owner, `${path}/csv`)
    expect(lines).toContain('BTC;Adquisiciones con pesos;1;0,001;400000;')
    expect(lines).toContain('BTC;Saldo final;;0,001;400000;')
    expect(lines).toContain('COP;Depósitos;1;500000;;')
    expect(lines).toContain('COP;Saldo final;;100000;100000;')
    expect(lines.join('\n')).toContain('cierre diario de Binance')
    expect(lines.join('\n')).toContain('7:00 p. m.')
  })

  it('MON-03 PDF and CSV agree, are reproducible, and are verified by their code without the whole document number', async () => {
    const path = `/api/certificates/${name()}`
    const pdf = Buffer.from(await (await ask(owner, `${path}/pdf`)).arrayBuffer())
    expect(pdf.toString('latin1')).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(Buffer.from(await (await ask(owner, `${path}/pdf`)).arrayBuffer()).equals(pdf)).toBe(true)
    const csv = await linesOf(owner, `${path}/csv`)
    expect(csv.join('\n')).toContain('CC 1099888777')
    const answers = await Promise.all((await codesOf(owner)).slice(-2).map(checked))
    expect(answers.map(({ kind }) => kind)).toEqual(['certificate', 'certificate'])
    expect(answers[0]?.contents?.facts).toEqual(answers[1]?.contents?.facts)
    expect(answers[0]?.contents?.facts).toContainEqual({ name: 'COP: Saldo final', value: '$ 100.000,00 COP' })
    expect(answers[0]?.contents?.facts).toContainEqual({
      name: 'BTC: Adquisiciones con pesos',
      value: '1 operación · 0,001 BTC · $ 400.000,00 COP',
    })
    expect(JSON.stringify(answers)).not.toContain('1099888777')
    expect(JSON.stringify(answers[0]?.contents?.facts)).toContain('Resolución 000240 de 2025')
    const english = (await (await ask(owner, `${path}/csv`, 'en')).text()).split('\r\n')
    expect(english[0]).toBe('Currency;Description;Operations;Units;Value in pesos;Note')
    expect(english).toContain('BTC;Purchases with pesos;1;0,001;400000;')
    expect(english.join('\n')).toContain('daily close of Binance (BTC/USDT times USDT/COP), 31 December')
    expect(english.join('\n')).toContain('neither a certificate of tax withheld at source')
  })

  it('the current year is partial and has no values; a year without money, or that has not begun, has no certificate', async () => {
    const now = platform.clock.now().getUTCFullYear()
    const { years } = (await (await ask(owner, '/api/certificates')).json()) as { years: { year: string; isPartial: boolean }[] }
    expect(years).toEqual([
      { year: String(now), isPartial: true },
      { year: name(), isPartial: false },
    ])
    const lines = await linesOf(owner, `/api/certificates/${now}/csv`)
    expect(lines).toContain('BTC;Saldo inicial;;0,001;;')
    expect(lines).toContain('BTC;Saldo final;;0,001;;')
    expect(lines.join('\n')).toContain('parcial: el año no ha terminado')
    for (const [who, asked] of [
      [owner, now + 1],
      [owner, Number(name()) - 1],
      [newId(), now],
    ] as const)
      expect((await ask(who, `/api/certificates/${asked}/pdf`)).headers.get('app-error')).toBe('movements.no_certificate')
    expect(((await (await ask(newId(), '/api/certificates')).json()) as { years: unknown[] }).years).toEqual([])
  })

  it('SEC-34 an officer issues it for other customers only, with a reason that stays in the audit trail', async () => {
    const body = { userId: owner, year: name(), reason: 'La persona lo pidió por escrito.' }
    const file = await give(body)
    expect(file.status).toBe(200)
    expect(Buffer.from(await file.arrayBuffer()).toString('latin1')).toMatch(/^%PDF/)
    const { rows } = await sql<{ reason: string }>`SELECT reason FROM platform.audit_entry
      WHERE action = 'movements.certificate_given' AND object_id = ${owner}`.execute(database.owner)
    expect(rows).toEqual([{ reason: body.reason }])
    expect((await give({ ...body, reason: 'corto' })).headers.get('app-error')).toBe('request.reason_invalid')
    expect((await give({ ...body, userId: OFFICER.toUpperCase() })).headers.get('app-error')).toBe('compliance.own_account')
    expect((await give({ ...body, userId: 'nobody' })).headers.get('app-error')).toBe('request.not_found')
    expect((await give(body, newId())).status).toBe(403)
  })

  it('R13 a posting that is committed between two reads raises no alert', async () => {
    isTorn = true
    expect((await ask(owner, `/api/certificates/${name()}/pdf`)).status).toBe(200)
    expect(isTorn).toBe(false)
    expect(await figures()).toEqual({ certificate_mismatches: 0 })
  })

  it('R13 figures that do not add up are never issued, and the alert metric counts them', async () => {
    expect(await figures()).toEqual({ certificate_mismatches: 0 })
    await sql`UPDATE ledger.transfer SET debit_posted = debit_posted - 1 WHERE code = 'trading.sold' AND debit = ${customerAccount(owner, 'COP').id}`.execute(
      database.owner,
    )
    const response = await ask(owner, `/api/certificates/${name()}/pdf`)
    expect([response.status, response.headers.get('app-error')]).toEqual([409, 'movements.certificate_mismatch'])
    expect(await figures()).toEqual({ certificate_mismatches: 1 })
    platform.clock.advance(25 * 3_600_000)
    expect(await figures()).toEqual({ certificate_mismatches: 0 })
  })
})
