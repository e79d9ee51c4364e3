import { createHash, createPublicKey, verify } from 'node:crypto'
import type { CheckedDocument } from '@tunjo/contract/documents'
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../../../dev/testing/test-product.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Caller } from '../../../../platform/http/route.ts'
import type { KycPerson } from '../../../customers/kyc/index.ts'
import { createParameters } from '../../../reference/parameters/index.ts'
import { createLedger, customerAccount, type Ledger, systemAccount } from '../../ledger/index.ts'
import { createMovements } from '../index.ts'
import { bankWithdrawal, pseDeposit, swap, tokenDeposit } from '../rails.testing.ts'
import { completedMonths, monthOf } from './month.ts'
import { statementOf } from './statement.ts'

let database: TestDatabase
let platform: TestPlatform
let ledger: Ledger
let server: TestServer
/** Ledger that posts at the time set here. */
let past: Ledger
let instant = new Date('2026-08-30T12:00:00Z')

const PERSON: Pick<KycPerson, 'dossier'> = {
  dossier: { personType: 'natural', fullName: 'María Rojas', documentType: 'CC', documentNumber: '1099888777', phone: '+573001234567' },
}
const authenticate = async ({ headers }: { headers: { authorization?: string } }): Promise<Caller | null> => {
  const accountId = headers.authorization?.slice('Bearer '.length)
  return accountId ? { accountId, sessionId: accountId, authorities: ['ROLE_USER'] } : null
}

beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  ledger = createLedger(platform)
  past = createLedger({ ...platform, clock: { now: () => instant } })
  const kyc = { person: async (accountId: string) => ({ ...UNKNOWN, accountId, ...PERSON }) }
  const movements = createMovements(platform, {
    ledger,
    kyc,
    pricing: NO_PRICES,
    parameters: createParameters(),
    translateNote: (text) => text,
  })
  server = await startTestServer(platform, movements.routes, authenticate)
})
afterAll(async () => {
  await server?.close()
  await ledger?.close()
  await past?.close()
  platform?.remove()
  await database?.drop()
})

const NO_PRICES = { closingCopPrice: async () => null }
const UNKNOWN: KycPerson = {
  accountId: '',
  accountState: 2,
  email: 'maria@correo.example',
  accountCreatedAt: new Date(0),
  verifiedLevel: 1,
  dossier: null,
}
/** The first instant of the month after that of `at`, in Bogotá. */
function nextMonth(at: Date): Date {
  const local = new Date(at.getTime() - 5 * 3_600_000)
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + 1, 1, 5))
}
const hash = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')
const ask = (owner: string, path: string, language = 'es') =>
  fetch(server.url + path, { headers: { authorization: `Bearer ${owner}`, 'accept-language': language } })
async function file(owner: string, path: string, language?: string): Promise<Buffer> {
  const response = await ask(owner, path, language)
  expect([path, response.status]).toEqual([path, 200])
  return Buffer.from(await response.arrayBuffer())
}
const refusalOf = async (owner: string, path: string) => (await ask(owner, path)).headers.get('app-error')
const check = (body: object, language = 'es') =>
  fetch(`${server.url}/api/documents/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': language },
    body: JSON.stringify(body),
  })
const checked = async (body: object, language?: string): Promise<CheckedDocument> => {
  const response = await check(body, language)
  expect(response.status).toBe(200)
  return (await response.json()) as CheckedDocument
}
/** Verify with the hash of the file, which only its holder can compute. */
async function contentsOf(code: string | undefined): Promise<NonNullable<CheckedDocument['contents']>> {
  const { rows } = await sql<{ hash: string }>`SELECT file_hash AS hash FROM movements.document WHERE code = ${code}`.execute(database.db)
  const { contents } = await checked({ code, sha256: rows[0]?.hash })
  return contents ?? expect.fail('the file is not the one that was given out')
}
const codesOf = async (owner: string): Promise<string[]> =>
  (
    await sql<{ code: string }>`SELECT code FROM movements.document WHERE account_id = ${owner} ORDER BY issued_at`.execute(database.db)
  ).rows.map(({ code }) => code)

describe('receipts', () => {
  it('MON-03 the receipt of a completed movement is a tagged PDF that any holder can verify', async () => {
    const owner = newId()
    const id = await pseDeposit(database.owner, { owner, at: new Date('2026-11-20T15:00:00Z') })
    const pdf = await file(owner, `/api/movements/${id}/receipt`)
    expect(pdf.toString('latin1')).toMatch(/^%PDF-1\.7[\s\S]+%%EOF\s*$/)
    expect(pdf.toString('latin1')).toContain('<pdfuaid:part>1</pdfuaid:part>')
    const [code = ''] = await codesOf(owner)
    const answer = await checked({ code, sha256: hash(pdf) })
    expect(answer).toMatchObject({ kind: 'receipt', format: 'pdf', fileMatches: true, stateNow: null })
    expect(answer.contents?.facts).toEqual(
      expect.arrayContaining([
        { name: 'Titular', value: 'María Rojas' },
        { name: 'Documento', value: 'CC ···· 8777' },
        { name: 'Cantidad', value: '$ 50.000,00 COP' },
        { name: 'Referencia', value: 'CUS-778899' },
      ]),
    )
    expect(JSON.stringify(answer)).not.toContain('1099888777')
  })

  it('MON-03 the receipt of received tokens names the receiving address, and does not call it their origin', async () => {
    const owner = newId()
    const id = await tokenDeposit(database.owner, { owner, at: new Date('2026-11-20T15:00:00Z') })
    await file(owner, `/api/movements/${id}/receipt`)
    const [code = ''] = await codesOf(owner)
    const { facts } = await contentsOf(code)
    expect(facts).toContainEqual({ name: 'Dirección que recibió', value: `0x${'b'.repeat(40)}` })
    expect(facts.map(({ name }) => name)).not.toContain('Origen')
  })

  it('MON-03 the receipt of an exchange names its costs: the network fee and, where there is one, the platform fee', async () => {
    const factsOf = async (platformFee: bigint) => {
      const owner = newId()
      const id = await swap(database.owner, { owner, at: new Date('2026-11-20T15:00:00Z'), houseFee: platformFee })
      await file(owner, `/api/movements/${id}/receipt`)
      const [code = ''] = await codesOf(owner)
      return (await contentsOf(code)).facts
    }
    const network = { name: 'Comisión de red, ya descontada', value: '1 USDT' }
    expect(await factsOf(250_000n)).toEqual(
      expect.arrayContaining([
        { name: 'Recibido', value: '22,75 USDT' },
        network,
        { name: 'Comisión de Tunjo, ya descontada', value: '0,25 USDT' },
      ]),
    )
    const without = await factsOf(0n)
    expect(without).toContainEqual(network)
    expect(without.map(({ name }) => name)).not.toContain('Comisión de Tunjo, ya descontada')
  })

  it('EX-08 the receipt of an exchange compares its quote with its fill, and any holder of the file verifies it', async () => {
    const factsOf = async (type: 'input' | 'output', quotedIn: bigint, quotedOut: bigint) => {
      const owner = newId()
      const routes = [
        { symbols: ['COPT', 'USDT'], pools: [{ fee: 500 }], amountIn: '6000000' },
        { symbols: ['COPT', 'BTC', 'USDT'], pools: [{ fee: 3_000 }, { fee: 100 }], amountIn: '4000000' },
      ]
      const execution = { quotedIn, quotedOut, routes, block: 812, hash: `0x${'a'.repeat(64)}` }
      const id = await swap(database.owner, { owner, at: new Date('2026-11-20T15:00:00Z'), type, execution })
      await file(owner, `/api/movements/${id}/receipt`)
      const [code = ''] = await codesOf(owner)
      return (await contentsOf(code)).facts
    }
    // Sold 100,000 pesos; bought 24 USDT on chain, of which 1 is the network fee.
    const filled = { name: 'Precio ejecutado', value: '1 USDT = $ 4.347,82 COP' }
    expect(await factsOf('input', 10_000_000n, 24_100_000n)).toEqual(
      expect.arrayContaining([
        { name: 'Precio cotizado', value: '1 USDT = $ 4.329,00 COP' },
        filled,
        { name: 'Frente a lo cotizado', value: 'Recibiste 0,1 USDT menos (0,43 %)' },
        { name: 'Mínimo que debías recibir', value: '22 USDT' },
        { name: 'Ruta', value: '60 %: COP → (0,05 %) → USDT' },
        { name: 'Ruta', value: '40 %: COP → (0,3 %) → BTC → (0,01 %) → USDT' },
        { name: 'Bloque de la red', value: '812' },
        { name: 'Transacción de la red', value: `0x${'a'.repeat(64)}` },
      ]),
    )
    expect(await factsOf('output', 9_900_000n, 24_000_000n)).toEqual(
      expect.arrayContaining([
        filled,
        { name: 'Frente a lo cotizado', value: 'Pagaste $ 1.000,00 COP más (1,01 %)' },
        { name: 'Máximo que podías pagar', value: '$ 100.000,00 COP' },
      ]),
    )
    expect(await factsOf('input', 10_000_000n, 24_000_000n)).toContainEqual({ name: 'Frente a lo cotizado', value: 'Igual' })
  })

  it('the same movement yields the same file again; a changed file, and a code that was never issued, are reported', async () => {
    const owner = newId()
    const id = await swap(database.owner, { owner, at: new Date('2026-11-20T15:00:00Z') })
    const first = await file(owner, `/api/movements/${id}/receipt`)
    expect(hash(await file(owner, `/api/movements/${id}/receipt`))).toBe(hash(first))
    const codes = await codesOf(owner)
    expect(codes).toHaveLength(1)
    const copied = ` ${codes[0]?.toLowerCase().replace(/(.{5})/g, '$1 ')}`
    expect((await checked({ code: copied })).fileMatches).toBeNull()
    expect((await checked({ code: codes[0], sha256: hash('another file') })).fileMatches).toBe(false)
    expect((await check({ code: 'ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ' })).headers.get('app-error')).toBe('movements.document_unknown')
    expect((await check({ code: "x' OR 1=1" })).headers.get('app-error')).toBe('movements.document_unknown')
  })

  it('SHELL-13 each language has its own receipt, which stays the same when the reader changes the language and returns', async () => {
    const owner = newId()
    const id = await bankWithdrawal(database.owner, { owner, at: new Date('2026-11-20T15:00:00Z') })
    const path = `/api/movements/${id}/receipt`
    const [spanish, english] = [await file(owner, path), await file(owner, path, 'en')]
    expect(hash(await file(owner, path))).toBe(hash(spanish))
    expect(hash(await file(owner, path, 'en'))).toBe(hash(english))
    expect(english.toString('latin1')).toContain('/Lang (en)')
    const codes = await codesOf(owner)
    expect(codes).toHaveLength(2)
    const facts = (await Promise.all(codes.map((code) => contentsOf(code)))).flatMap((contents) => contents.facts)
    expect(facts).toEqual(
      expect.arrayContaining([
        { name: 'Movimiento', value: 'Retiro' },
        { name: 'Holder', value: 'María Rojas' },
        { name: 'Movement', value: 'Withdrawal' },
        { name: 'Requested', value: '20 November 2026 at 10:00' },
        { name: 'Status', value: 'Complete' },
      ]),
    )
    await sql`UPDATE payments.withdrawal SET state = 'RETURNED' WHERE id = ${id}`.execute(database.owner)
    expect((await checked({ code: codes[0] }, 'en')).stateNow).toBe('Returned')
  })

  it('there is none for money that has not moved, and one for reversed money reports that when it is verified', async () => {
    const owner = newId()
    const at = new Date('2026-11-20T15:00:00Z')
    const waiting = await bankWithdrawal(database.owner, { owner, at, state: 'PROCESSING' })
    expect(await refusalOf(owner, `/api/movements/${waiting}/receipt`)).toBe('movements.not_complete')
    const paid = await bankWithdrawal(database.owner, { owner, at })
    await file(owner, `/api/movements/${paid}/receipt`)
    await sql`UPDATE payments.withdrawal SET state = 'RETURNED' WHERE id = ${paid}`.execute(database.owner)
    const [code] = await codesOf(owner)
    expect((await checked({ code })).stateNow).toBe('Devuelto')
  })

  it('R21 another customer gets neither receipt nor statement', async () => {
    const owner = newId()
    const id = await pseDeposit(database.owner, { owner, at: new Date('2026-11-20T15:00:00Z') })
    expect(await refusalOf(newId(), `/api/movements/${id}/receipt`)).toBe('movements.not_found')
    expect(await refusalOf(newId(), '/api/statements/2026-10/pdf')).toBe('movements.no_statement')
    expect((await fetch(`${server.url}/api/movements/${id}/receipt`)).status).toBe(401)
  })

  it('R13 a forged or changed row is no valid document; the signature can be verified offline', async () => {
    const owner = newId()
    const id = await pseDeposit(database.owner, { owner, at: new Date('2026-11-20T15:00:00Z') })
    await file(owner, `/api/movements/${id}/receipt`)
    const [code = ''] = await codesOf(owner)
    const { issuedAt } = await checked({ code })
    const { signature, publicKey, fileHash } = await contentsOf(code)
    const { rows } = await sql<{ facts: string }>`SELECT facts FROM movements.document WHERE code = ${code}`.execute(database.db)
    const text = ['tunjo.document.v1', code, 'receipt', id, 'pdf', hash(rows[0]?.facts ?? ''), fileHash, issuedAt].join('\n')
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' })
    expect(verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))).toBe(true)
    await expect(sql`UPDATE movements.document SET facts = '[]' WHERE code = ${code}`.execute(database.db)).rejects.toThrow(
      /permission denied/,
    )
    await sql`UPDATE movements.document SET facts = replace(facts, '50.000', '90.000') WHERE code = ${code}`.execute(database.owner)
    expect((await check({ code })).headers.get('app-error')).toBe('movements.document_unknown')
  })
})

describe('statements', () => {
  it('MON-10 months are those of Bogotá, and end when no more posting can fall into them', () => {
    expect(monthOf('2026-10')).toMatchObject({ start: new Date('2026-10-01T05:00:00Z'), end: new Date('2026-11-01T05:00:00Z') })
    const first = new Date('2026-09-01T03:00:00Z')
    expect(completedMonths(first, new Date('2026-11-01T05:09:59Z'))).toEqual(['2026-09', '2026-08'])
    expect(completedMonths(first, new Date('2026-11-01T05:10:00Z'))).toEqual(['2026-10', '2026-09', '2026-08'])
    expect(completedMonths(new Date('2026-11-02T05:10:00Z'), new Date('2026-11-22T05:10:00Z'))).toEqual([])
  })

  it("MON-10 for any movements: opening, movements and closing are the ledger's at the bounds of the month", async () => {
    const step = fc.record({
      asset: fc.constantFrom<AssetCode>(...ASSET_CODES),
      kind: fc.constantFrom('in', 'out', 'hold'),
      amount: fc.bigInt({ min: 1n, max: 10n ** 9n }),
      when: fc.constantFrom('same instant', 'a minute later', 'last of the month', 'first of the next'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const owner = newId()
        const balances = new Map<AssetCode, bigint>(ASSET_CODES.map((asset) => [asset, 0n]))
        const seen: { at: Date; asset: AssetCode; balance: bigint }[] = []
        const first = instant
        for (const { asset, kind, amount, when } of steps) {
          const bound = nextMonth(instant)
          if (when === 'a minute later') instant = new Date(instant.getTime() + 60_000)
          if (when === 'last of the month') instant = new Date(bound.getTime() - 1)
          if (when === 'first of the next') instant = bound
          const account = customerAccount(owner, asset)
          const had = balances.get(asset) ?? 0n
          const side = systemAccount('chain', asset)
          if (kind === 'hold') {
            await past.hold({ id: newId(), account, amount, code: 'trading.trade' })
            continue
          }
          const [debit, credit] = kind === 'in' ? [side, account] : [account, side]
          const result = await past.post([{ kind: 'post', id: newId(), code: 'test.step', debit, credit, amount }])
          if (result.outcome === 'posted') balances.set(asset, kind === 'in' ? had + amount : had - amount)
          seen.push({ at: instant, asset, balance: balances.get(asset) ?? 0n })
        }
        const balanceAt = (asset: AssetCode, instant: Date): bigint =>
          seen.findLast((one) => one.asset === asset && one.at < instant)?.balance ?? 0n
        for (const name of completedMonths(first, new Date(instant.getTime() + 40 * 86_400_000))) {
          const month = monthOf(name)
          const statements = await statementOf({ ledger }, owner, month)
          for (const asset of ASSET_CODES) {
            const found = statements.find((one) => one.asset === asset)
            expect([name, asset, found?.opening ?? 0n]).toEqual([name, asset, balanceAt(asset, month.start)])
            expect([name, asset, found?.closing ?? 0n]).toEqual([name, asset, balanceAt(asset, month.end)])
            for (const { recordedAt } of found?.entries ?? []) expect(recordedAt >= month.start && recordedAt < month.end).toBe(true)
          }
        }
      }),
      { numRuns: 25 },
    )
  }, 120_000)

  it('MON-10 a statement as PDF and CSV has both balances, is reproducible, and is verified by its code', async () => {
    const owner = newId()
    const account = customerAccount(owner, 'COP')
    const bank = systemAccount('bank', 'COP')
    const name = new Date(instant.getTime() - 5 * 3_600_000).toISOString().slice(0, 7)
    platform.clock.advance(Math.max(0, monthOf(name).end.getTime() + 86_400_000 - platform.clock.now().getTime()))
    const month = `/api/statements/${name}`
    await past.post([{ kind: 'post', id: newId(), code: 'payments.deposit', debit: bank, credit: account, amount: 12_345_678n }])
    await past.post([{ kind: 'post', id: newId(), code: 'payments.withdrawal', debit: account, credit: bank, amount: 45_678n }])
    expect(((await (await ask(owner, '/api/statements')).json()) as { months: string[] }).months.at(-1)).toBe(name)
    const pdf = await file(owner, `${month}/pdf`)
    const csv = await file(owner, `${month}/csv`)
    const lines = csv.toString('utf8').trimEnd().split('\r\n')
    expect(lines[1]).toBe('COP;;Saldo inicial;;0;')
    expect(lines[2]).toMatch(/^COP;[\d: -]+;Depósito desde tu banco;123456,78;123456,78;$/)
    expect(lines[3]).toMatch(/^COP;[\d: -]+;Retiro a tu banco;-456,78;123000;$/)
    expect(lines[4]).toBe('COP;;Saldo final;;123000;')
    const [pdfCode, csvCode] = await codesOf(owner)
    expect(lines[5]).toContain(csvCode?.slice(0, 5))
    expect(hash(await file(owner, `${month}/pdf`))).toBe(hash(pdf))
    expect(await checked({ code: pdfCode, sha256: hash(pdf) })).toMatchObject({ kind: 'statement', fileMatches: true })
    // D8: the code alone, or with another file, discloses neither a name nor a balance, nor the hash that would give access to both.
    for (const asked of [{ code: pdfCode }, { code: pdfCode, sha256: hash('another file') }]) {
      const alone = await checked(asked)
      expect(alone).toMatchObject({ kind: 'statement', period: name, contents: null })
      expect(JSON.stringify(alone)).not.toMatch(/María|8777|123\.000|[0-9a-f]{64}/)
    }
    const answer = await checked({ code: csvCode, sha256: hash(csv) })
    expect(answer).toMatchObject({ format: 'csv', fileMatches: true })
    expect(answer.contents?.facts).toEqual(expect.arrayContaining([{ name: 'Saldo final en COP', value: '$ 123.000,00 COP' }]))
    const english = (await file(owner, `${month}/csv`, 'en')).toString('utf8').split('\r\n')
    expect(english.slice(0, 2)).toEqual(['\uFEFFCurrency;Date;Description;Amount;Balance;Movement number', 'COP;;Opening balance;;0;'])
    expect((await file(owner, `${month}/pdf`, 'en')).toString('latin1')).toContain('/Lang (en)')
    expect(await refusalOf(owner, '/api/statements/2029-01/pdf')).toBe('movements.no_statement')
    expect((await ask(owner, '/api/statements/2026-13/pdf')).status).toBe(400)
  })
})

it('SEC-43 guessing codes is rate limited', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => check({ code: 'YYYYY-YYYYY-YYYYY-YYYYY' })))
  expect(answers.some(({ headers }) => headers.get('app-error') === 'request.too_many')).toBe(true)
})

it('R10 many accounts of one network get no more documents than the network may, and no account is charged for that', async () => {
  const networkBucket = `movements-file-network:${hash(Buffer.from('127.0.0.1'))}`
  const now = platform.clock.now()
  await sql`DELETE FROM platform.rate_limit WHERE bucket = ${networkBucket}`.execute(database.owner)
  await sql`INSERT INTO platform.rate_limit (bucket, tries, in_flight, last_at)
    VALUES (${networkBucket}, array_fill(${now}::timestamptz, ARRAY[599]), '{}', ${now})`.execute(database.owner)
  const [one, other] = [newId(), newId()]
  const path = '/api/movements/csv'
  expect((await ask(one, path)).headers.get('app-error')).toBeNull()
  const refused = await ask(other, path)
  expect([refused.headers.get('app-error'), Number(refused.headers.get('retry-after'))]).toEqual([
    'request.too_many',
    expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 3_600),
  ])
  const ofAccount = `movements-file:${hash(Buffer.from(other))}`
  expect((await sql`SELECT FROM platform.rate_limit WHERE bucket = ${ofAccount}`.execute(database.owner)).rows).toEqual([])
  await sql`DELETE FROM platform.rate_limit WHERE bucket = ${networkBucket}`.execute(database.owner)
  expect((await ask(other, path)).headers.get('app-error')).toBeNull()
})
