/** Daily closings and proof of reserves, on a real ledger and database. The check of a customer is repeated here with separate code. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Closing, PublishedClosing, ReservesProof } from '@tunjo/contract/closings'
import type { AssetCode } from '@tunjo/contract/money'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { afterKill } from '../../../../../../dev/testing/after-kill.ts'
import { callGuarded } from '../../../../../../dev/testing/call-guarded.ts'
import { runTypeScript } from '../../../../../../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { createTestPlatform, type TestPlatform } from '../../../../../../dev/testing/test-product.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { Refused } from '../../../../platform/http/refusal.ts'
import { createLog } from '../../../../platform/observability/log.ts'
import { evidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import { createLedger, customerAccount, type Ledger, systemAccount } from '../../ledger/index.ts'
import type { Figure } from '../checks.ts'
import { reconciliationMetrics } from '../metrics.ts'
import { createPassMemory } from '../pass-memory.ts'
import { closeDays } from './close-days.ts'
import { closingRoutes } from './closing-routes.ts'
import type { ClosingContext } from './context.ts'
import { recordHoldings } from './record-holdings.ts'

const PROCESS = new URL('./closing-process.testing.ts', import.meta.url)
const DAY_MS = 86_400_000
/** Noon of Bogotá on the first day of the tests. */
const FIRST_DAY = '2030-03-10'
const NOON = Date.parse(`${FIRST_DAY}T17:00:00Z`)

let database: TestDatabase
let platform: TestPlatform
let ledger: Ledger
let context: ClosingContext
let ana: string
let beto: string

beforeEach(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  platform.clock.startAt(NOON - Date.now())
  ledger = createLedger(platform)
  context = { ...platform, ledger, seals: evidenceSeals(platform.secrets) }
  ;[ana, beto] = [newId(), newId()]
})
afterEach(async () => {
  await ledger.close()
  platform.remove()
  await database.drop()
})

const outside = { COP: 'bank', BTC: 'chain', USDT: 'chain' } as const
async function credit(owner: string, asset: AssetCode, amount: bigint): Promise<void> {
  const leg = {
    id: newId(),
    debit: systemAccount(outside[asset], asset),
    credit: customerAccount(owner, asset),
    amount,
    code: 'test.credit',
  }
  expect((await ledger.post([{ kind: 'post', ...leg }])).outcome).toBe('posted')
}
async function debit(owner: string, asset: AssetCode, amount: bigint): Promise<void> {
  const leg = {
    id: newId(),
    debit: customerAccount(owner, asset),
    credit: systemAccount(outside[asset], asset),
    amount,
    code: 'test.debit',
  }
  expect((await ledger.post([{ kind: 'post', ...leg }])).outcome).toBe('posted')
}
const compared = (asset: AssetCode, hot: bigint, cold: bigint, deposits = 0n) => {
  const figure = (check: Figure['check'], actual: bigint): Figure => ({ check, asset, subject: '', expected: actual, actual })
  return inTransaction(database.db, (tx) =>
    recordHoldings(context, tx, [figure('chain.hot', hot), figure('chain.cold', cold), figure('chain.deposits', deposits)]),
  )
}
const call = async <Answer>(name: string, given: object, accountId = ana): Promise<Answer> => {
  const route = closingRoutes(context).find((candidate) => candidate.name === name)
  if (!route) throw new Error(`no route ${name}`)
  const caller = { accountId, sessionId: newId(), authorities: ['ROLE_USER'] }
  return callGuarded<Answer>(platform, route, { caller, http: { headers: {}, setHeader: () => undefined }, query: {}, ...given })
}
const listed = async () => (await call<{ results: Closing[] }>('list', { query: { pageIndex: 0, size: 50 } })).results
const proof = (accountId: string, day?: string) => call<ReservesProof>('proof', { query: { day } }, accountId)
const published = () => call<PublishedClosing[]>('published', {})
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (error) => (error instanceof Refused ? error.refusal.code : String(error)),
  )
/** Offset on the first day. */
const untilMidnight = (ms: number) => platform.clock.advance(NOON + 43_200_000 - ms - platform.clock.now().getTime())
const tomorrow = () => platform.clock.advance(DAY_MS)

describe('ADM-15 daily closing', () => {
  it('has the liabilities and holdings at 24:00 in Bogotá, and nothing later', async () => {
    await credit(ana, 'COP', 500_000n)
    await credit(beto, 'COP', 250_050n)
    await credit(ana, 'BTC', 1_000n)
    untilMidnight(60_000)
    await compared('BTC', 700n, 300n, 100n)
    await closeDays(context)
    // The day has not ended.
    expect(await listed()).toEqual([])
    const head = await ledger.head()
    tomorrow()
    await debit(ana, 'COP', 100_000n)
    await credit(ana, 'BTC', 5n)
    await compared('BTC', 9n, 9n)
    await closeDays(context)
    const [closing, ...others] = await listed()
    expect(others).toEqual([])
    expect(closing).toMatchObject({
      ...{ day: FIRST_DAY, seq: String(head?.seq), hash: head?.hash, openDifferences: 0, customers: 2, isSealed: true },
      assets: [
        { asset: 'COP', liabilities: '7500.5', held: '7500.5', difference: '0', coverage: 100, comparedAt: null },
        { asset: 'BTC', liabilities: '0.00001', held: '0.000011', difference: '0.000001', coverage: 110 },
        { asset: 'USDT', liabilities: '0', held: null, difference: null, coverage: null, comparedAt: null },
      ],
    })
    expect(closing?.assets[1]?.comparedAt).toMatch(/^2030-03-11T04:59/)
  })

  it.each([
    ['five minutes', 299_000, '0.000011'],
    ['more', 302_000, null],
    ['half a day', 43_000_000, null],
  ])('shows holdings only when they were compared within %s before midnight', async (_within, beforeMs, held) => {
    await credit(ana, 'BTC', 1_000n)
    untilMidnight(beforeMs)
    await compared('BTC', 700n, 300n, 100n)
    tomorrow()
    await closeDays(context)
    const [closing] = await listed()
    expect(closing?.assets[1]).toMatchObject({ held, comparedAt: held && expect.any(String) })
  })

  it.each(['chain.hot', 'chain.cold', 'chain.deposits'] as const)('shows no holdings without %s', async (missing) => {
    await credit(ana, 'BTC', 1_000n)
    untilMidnight(60_000)
    const figures = (['chain.hot', 'chain.cold', 'chain.deposits'] as const).filter((check) => check !== missing)
    await inTransaction(database.db, (tx) =>
      recordHoldings(
        context,
        tx,
        figures.map((check) => ({ check, asset: 'BTC', subject: '', expected: 1n, actual: 1n })),
      ),
    )
    tomorrow()
    await closeDays(context)
    expect((await listed())[0]?.assets[1]).toMatchObject({ held: null, difference: null, coverage: null, comparedAt: null })
  })

  it('is written five minutes after midnight, once, by any number of concurrent processes, and never again', async () => {
    await credit(ana, 'COP', 1n)
    const midnight = Date.parse(`${FIRST_DAY}T00:00:00Z`) + 29 * 3_600_000
    platform.clock.advance(midnight + 290_000 - platform.clock.now().getTime())
    await closeDays(context)
    expect(await listed()).toEqual([])
    platform.clock.advance(11_000)
    await Promise.all(Array.from({ length: 6 }, () => closeDays(context)))
    const once = await listed()
    expect(once).toMatchObject([{ day: FIRST_DAY, isSealed: true }])
    platform.clock.advance(3_600_000)
    await credit(ana, 'COP', 1n)
    await closeDays(context)
    expect(await listed()).toEqual(once)
  })

  it('after an outage has every day, each with its own balances', async () => {
    await credit(ana, 'COP', 100n)
    tomorrow()
    await closeDays(context)
    await credit(ana, 'COP', 200n)
    tomorrow()
    await credit(ana, 'COP', 400n)
    tomorrow()
    tomorrow()
    await closeDays(context)
    const days = (await listed()).map(({ day, assets }) => [day, assets[0]?.liabilities])
    expect(days).toEqual([
      ['2030-03-13', '7'],
      ['2030-03-12', '7'],
      ['2030-03-11', '3'],
      ['2030-03-10', '1'],
    ])
  })

  it('counts the differences that were open at that moment, also when closed since', async () => {
    await credit(ana, 'COP', 1n)
    const insert = (openedAt: string, endedAt: string | null) =>
      sql`INSERT INTO reconciliation.difference (id, check_name, asset, subject, expected, actual, freezes, state, opened_at, ended_at)
        VALUES (${newId()}, 'chain.hot', 'BTC', ${newId()}, 0, 1, false, ${endedAt ? 'closed' : 'open'}, ${openedAt}, ${endedAt})`.execute(
        database.db,
      )
    await insert('2030-03-10T12:00:00Z', null)
    await insert('2030-03-10T12:00:00Z', '2030-03-11T12:00:00Z')
    await insert('2030-03-10T12:00:00Z', '2030-03-11T04:59:59Z')
    await insert('2030-03-11T05:00:00Z', null)
    tomorrow()
    await closeDays(context)
    expect(await listed()).toMatchObject([{ openDifferences: 2 }])
  })

  it('R35 cannot be changed or deleted by the role of the product, and reports a changed row', async () => {
    await credit(ana, 'COP', 100n)
    tomorrow()
    await closeDays(context)
    for (const change of [
      sql`UPDATE reconciliation.closing SET root = NULL`,
      sql`DELETE FROM reconciliation.closing`,
      sql`UPDATE reconciliation.closing_asset SET liabilities = 0`,
      sql`DELETE FROM reconciliation.closing_asset`,
    ])
      await expect(change.execute(database.db)).rejects.toThrow(/permission denied/)
    await sql`UPDATE reconciliation.closing_asset SET liabilities = 99 WHERE asset = 'COP'`.execute(database.owner)
    // Nothing of it is shown as an amount, or proved.
    expect(await listed()).toMatchObject([{ isSealed: false, assets: [] }])
    expect(await codeOf(proof(ana))).toBe('reconciliation.no_closing')
  })

  it.each([
    ['customer', () => customerAccount(ana, 'COP').id],
    ['house', () => systemAccount('bank', 'COP').id],
  ] as const)('R35 an account of a %s that differs from its postings blocks the closing, until it is corrected', async (_whose, idOfIt) => {
    const lines: string[] = []
    const log = createLog({ level: 'error', pretty: false, sink: { write: (line: string) => void lines.push(line) } })
    await credit(ana, 'COP', 100n)
    await credit(beto, 'COP', 900n)
    tomorrow()
    const shift = (amount: bigint) => sql`UPDATE ledger.account SET posted = posted + ${amount} WHERE id = ${idOfIt()}`.execute(database.db)
    await shift(-60n)
    await expect(closeDays({ ...context, log })).rejects.toThrow('accounts differ from their postings')
    expect(lines.join('')).toContain('closing_mismatch')
    expect(lines.join('')).toContain(idOfIt())
    expect(await listed()).toEqual([])
    await shift(60n)
    await closeDays(context)
    expect(await listed()).toMatchObject([{ day: FIRST_DAY, customers: 2, assets: [{ liabilities: '10', held: '10' }, {}, {}] }])
  })

  it('R35 an older row of an account with its old seal blocks the closing', async () => {
    await credit(ana, 'COP', 100n)
    const before = await sql<{ posted: bigint; version: bigint; seal: Buffer }>`SELECT posted, version, seal FROM ledger.account
      WHERE owner = ${ana}`.execute(database.db)
    const [old] = before.rows
    await credit(ana, 'COP', 900n)
    await sql`UPDATE ledger.account SET posted = ${old?.posted}, version = ${old?.version}, seal = ${old?.seal} WHERE owner = ${ana}`.execute(
      database.db,
    )
    tomorrow()
    await expect(closeDays(context)).rejects.toThrow('accounts differ from their postings')
    expect(await listed()).toEqual([])
  })

  it('a forged closing of a future day blocks no other day, and is never the newest', async () => {
    await sql`INSERT INTO reconciliation.closing (day, seq, hash, open_differences, customers, closed_at, seal)
      VALUES ('2999-01-01', 1, ${'0'.repeat(64)}, 0, 0, now(), '')`.execute(database.db)
    await credit(ana, 'COP', 100n)
    tomorrow()
    await closeDays(context)
    expect((await listed()).map(({ day, isSealed }) => [day, isSealed])).toEqual([
      ['2999-01-01', false],
      [FIRST_DAY, true],
    ])
    expect(await proof(ana)).toMatchObject({ day: FIRST_DAY })
  })

  const forged = (day: string, seal = 'f'.repeat(64)) =>
    sql`WITH head AS (INSERT INTO reconciliation.closing (day, seq, hash, open_differences, customers, closed_at, seal)
        VALUES (${day}, 9223372036854775807, ${'0'.repeat(64)}, 2147483647, 2147483647, '9998-12-31Z', ${seal}))
      INSERT INTO reconciliation.closing_asset (day, seal, asset, liabilities, held) VALUES (${day}, ${seal}, 'COP', 1, ${'9'.repeat(78)})`
  const forgedFigure = async () => (await reconciliationMetrics({ ...context, memory: createPassMemory() }).read()).closings_unproved

  it.each([
    ['the day that is about to be closed', FIRST_DAY],
    ['the day before it', '2030-03-09'],
    ['a day that is not over', '2030-03-11'],
  ])('R35 a forged row of %s neither stops nor replaces a closing', async (_which, day) => {
    await credit(ana, 'COP', 100n)
    // On both sides of the valid ones in the order of seals, and more than one read returns.
    for (const seal of ['0', 'f'.repeat(64), ...Array.from({ length: 250 }, (_, place) => `e${place}`)])
      await forged(day, seal).execute(database.db)
    tomorrow()
    await closeDays(context)
    const rows = await listed()
    expect(rows.filter(({ isSealed }) => isSealed)).toMatchObject([{ day: FIRST_DAY, assets: [{ liabilities: '1' }, {}, {}] }])
    expect(rows.filter(({ isSealed }) => !isSealed).map((row) => [row.day, row.assets])).toEqual(day === FIRST_DAY ? [] : [[day, []]])
    expect((await published()).map((row) => row.day)).toEqual([FIRST_DAY])
    expect(await proof(ana)).toMatchObject({ day: FIRST_DAY })
    expect(await forgedFigure()).toBe(252)
    tomorrow()
    await closeDays(context)
    expect((await published()).map((row) => row.day)).toEqual(['2030-03-11', FIRST_DAY])
  })

  it('R35 a forged row next to a closing changes nothing of it, nor does a copy of one with its seal', async () => {
    await credit(ana, 'COP', 100n)
    tomorrow()
    await closeDays(context)
    const [before, roots] = [await listed(), await published()]
    expect(await forgedFigure()).toBe(0)
    await forged(FIRST_DAY).execute(database.db)
    await sql`INSERT INTO reconciliation.closing SELECT '2030-03-09', seq, hash, open_differences, customers, root, closed_at, seal
      FROM reconciliation.closing WHERE root IS NOT NULL`.execute(database.db)
    await closeDays(context)
    expect((await listed()).filter(({ isSealed }) => isSealed)).toEqual(before)
    expect(await published()).toEqual(roots)
    expect(await forgedFigure()).toBe(2)
  })

  it.each(['zzz', '2030-13-01', '2030-02-30', '2030-3-1'])('R35 the database refuses a closing of %s', async (day) => {
    await expect(forged(day).execute(database.db)).rejects.toThrow()
  })

  it('R35 the database refuses an amount or a time that cannot be read', async () => {
    const unreadable = [
      sql`INSERT INTO reconciliation.day_holding VALUES ('2030-03-10', 'BTC', 'NaN', now(), '')`,
      sql`INSERT INTO reconciliation.day_holding VALUES ('2030-03-10', 'BTC', 1, 'infinity', '')`,
      sql`INSERT INTO reconciliation.closing VALUES ('2030-03-10', 1, ${'0'.repeat(64)}, 0, 0, NULL, 'infinity', '')`,
      sql`INSERT INTO reconciliation.closing VALUES ('2030-03-10', 1, 'x', 0, 0, NULL, now(), '')`,
    ]
    for (const insert of unreadable) await expect(insert.execute(database.db)).rejects.toThrow(/violates check constraint/)
  })

  it('is exported with a row for each asset of each day', async () => {
    await credit(ana, 'USDT', 1_500_000n)
    untilMidnight(60_000)
    await compared('USDT', 1_000_000n, 0n)
    tomorrow()
    await closeDays(context)
    const lines = (await call<string>('csv', {})).trimEnd().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[0]).toMatch(/^\uFEFFDía;Moneda;Debíamos;/)
    expect(lines[3]).toMatch(/^2030-03-10;USDT;1,5;1;-0,5;66;2030-03-11T04:59/)
    const english = await call<string>('csv', { http: { headers: { 'accept-language': 'en' }, setHeader: () => undefined } })
    expect(english).toMatch(/^\uFEFFDay;/)
  })
})

const sums = ({ COP, BTC, USDT }: ReservesProof['balance']) => `COP=${COP},BTC=${BTC},USDT=${USDT}`
const hashed = (...fields: string[]) => createHash('sha256').update(fields.join('|')).digest('hex')
type Sums = ReservesProof['balance']
const added = (one: Sums, other: Sums): Sums => ({
  COP: String(BigInt(one.COP) + BigInt(other.COP)),
  BTC: String(BigInt(one.BTC) + BigInt(other.BTC)),
  USDT: String(BigInt(one.USDT) + BigInt(other.USDT)),
})
/** Implements docs/proof-of-reserves.md, without code of the product. */
function rootFrom({ day, account, nonce, balance, path }: ReservesProof): { hash: string; sums: Sums } {
  let at = { hash: hashed('tunjo reserves leaf 1', day, account, nonce, sums(balance)), sums: balance }
  for (const { side, ...neighbour } of path) {
    const [left, right] = side === 'left' ? [neighbour, at] : [at, neighbour]
    const hash = hashed('tunjo reserves node 1', left.hash, sums(left.sums), right.hash, sums(right.sums))
    at = { hash, sums: added(left.sums, right.sums) }
  }
  return at
}

describe('ADM-15 proof of reserves', () => {
  /** More than two parts, none of them a power of two. */
  const CUSTOMERS = 1_201
  async function many(): Promise<string[]> {
    const owners = Array.from({ length: CUSTOMERS }, () => newId())
    for (let from = 0; from < CUSTOMERS; from += 50)
      await Promise.all(
        owners.slice(from, from + 50).map((owner, place) => credit(owner, place % 3 === 0 ? 'USDT' : 'COP', BigInt(from + place + 1))),
      )
    return owners
  }

  it('leads every customer from their balance to the root and the totals of the closing', async () => {
    const owners = await many()
    await credit(ana, 'BTC', 77n)
    tomorrow()
    await closeDays(context)
    const [closing] = await listed()
    expect(closing?.customers).toBe(CUSTOMERS + 1)
    for (const owner of [ana, owners[0], owners[511], owners[512], owners[1_023], owners[1_024], owners[CUSTOMERS - 1]]) {
      if (!owner) throw new Error('no customer')
      const answer = await proof(owner, FIRST_DAY)
      expect(answer.account).toBe(owner)
      const root = rootFrom(answer)
      expect(root).toEqual({ hash: closing?.root, sums: answer.totals })
      expect(answer.path.length).toBeGreaterThan(2)
      expect(answer.totals.BTC).toBe('77')
      // A balance that is one less does not lead there.
      expect(rootFrom({ ...answer, balance: { ...answer.balance, COP: String(BigInt(answer.balance.COP) + 1n) } }).hash).not.toBe(
        closing?.root,
      )
    }
    const { liabilities } = closing?.assets[0] ?? {}
    const cents = owners.reduce((sum, _owner, place) => ((place % 50) % 3 === 0 ? sum : sum + BigInt(place + 1)), 0n)
    expect(liabilities).toBe(
      `${cents / 100n}${
        cents % 100n === 0n
          ? ''
          : `.${String(cents % 100n)
              .padStart(2, '0')
              .replace(/0$/, '')}`
      }`,
    )
  })

  it('is limited to ten a minute for one customer, independently of others', async () => {
    await credit(ana, 'COP', 5n)
    await credit(beto, 'COP', 5n)
    tomorrow()
    await closeDays(context)
    const answers = []
    for (let turn = 0; turn < 11; turn++) answers.push(await codeOf(call('proof', {}, ana)))
    expect(answers).toEqual([...Array(10).fill(undefined), 'request.too_many'])
    expect(await codeOf(call('proof', {}, beto))).toBeUndefined()
  })

  it('the published roots and totals are the same for every customer, from sealed closings alone', async () => {
    await credit(ana, 'COP', 100n)
    await credit(beto, 'BTC', 7n)
    tomorrow()
    await closeDays(context)
    tomorrow()
    await closeDays(context)
    const [newest, older, ...others] = await published()
    expect([newest?.day, older?.day, others]).toEqual(['2030-03-11', FIRST_DAY, []])
    const { root, totals } = await proof(ana)
    const head = await ledger.head()
    expect(newest).toEqual({ day: '2030-03-11', root, totals, customers: 2, seq: String(head?.seq), hash: head?.hash })
    await sql`UPDATE reconciliation.closing_asset SET liabilities = 1 WHERE day = '2030-03-11' AND asset = 'COP'`.execute(database.owner)
    expect(await published()).toEqual([older])
    for (let day = 0; day < 95; day++) tomorrow()
    for (let turn = 0; turn < 4; turn++) await closeDays(context)
    expect(await published()).toHaveLength(92)
  })

  it('another balance is another root, and so is another day with the same balances', async () => {
    await credit(ana, 'COP', 100n)
    await credit(beto, 'COP', 200n)
    tomorrow()
    tomorrow()
    await closeDays(context)
    await closeDays(context)
    await debit(ana, 'COP', 1n)
    await credit(beto, 'COP', 1n)
    tomorrow()
    await closeDays(context)
    const roots = (await listed()).map(({ root }) => root)
    expect(roots).toHaveLength(2)
    expect(new Set(roots).size).toBe(2)
    const [first, second] = [await proof(ana, '2030-03-11'), await proof(ana, '2030-03-12')]
    expect([first.totals, first.balance.COP, second.balance.COP]).toEqual([second.totals, '100', '99'])
    expect(first.nonce).not.toBe(second.nonce)
  })

  it('is absent for a customer without a balance then, for a day without a closing, and for an old one', async () => {
    expect(await codeOf(proof(ana))).toBe('reconciliation.no_closing')
    await credit(ana, 'COP', 100n)
    await credit(beto, 'COP', 100n)
    await debit(beto, 'COP', 100n)
    tomorrow()
    await credit(beto, 'COP', 100n)
    await closeDays(context)
    expect(await codeOf(proof(beto))).toBe('reconciliation.not_in_closing')
    expect(await codeOf(proof(newId()))).toBe('reconciliation.not_in_closing')
    expect(await codeOf(proof(ana, '2030-03-09'))).toBe('reconciliation.no_closing')
    platform.clock.advance(93 * DAY_MS)
    for (let turn = 0; turn < 4; turn++) await closeDays(context)
    expect(await codeOf(proof(ana, FIRST_DAY))).toBe('reconciliation.proof_gone')
    expect((await proof(ana)).balance.COP).toBe('100')
  })

  it('R35 is absent when it does not lead to the root, after parts were changed in the database', async () => {
    await credit(ana, 'COP', 100n)
    await credit(beto, 'COP', 100n)
    tomorrow()
    await closeDays(context)
    await sql`UPDATE reconciliation.closing_part SET owners = jsonb_set(owners, '{0,1,0}', '"99"')`.execute(database.db)
    await expect(proof(ana)).rejects.toThrow(/do not lead to its root/)
  })
})

describe('R17 an interrupted closing', () => {
  it.each(['reconciliation.closing_part', 'reconciliation.closing'])(
    'by a kill (%s) is complete and the same when another process resumes it',
    async (failpoint) => {
      const owners = Array.from({ length: 600 }, () => newId())
      for (let from = 0; from < owners.length; from += 50)
        await Promise.all(owners.slice(from, from + 50).map((owner) => credit(owner, 'COP', 100n)))
      tomorrow()
      const argument = [JSON.stringify(database.connection), String(platform.clock.offsetMs)]
      const dying = runTypeScript(PROCESS, argument, { FAULT_AT: failpoint })
      expect(await once(dying.child, 'exit')).toEqual([null, 'SIGKILL'])
      await afterKill(database.owner)
      expect(await listed()).toEqual([])
      const parts = await sql`SELECT number, root FROM reconciliation.closing_part ORDER BY number`.execute(database.db)
      expect(parts.rows).toHaveLength(failpoint === 'reconciliation.closing' ? 2 : 1)
      await closeDays(context)
      expect(await listed()).toMatchObject([{ day: FIRST_DAY, customers: 600, assets: [{ liabilities: '600' }, {}, {}], isSealed: true }])
      const after = await sql`SELECT number, root FROM reconciliation.closing_part ORDER BY number`.execute(database.db)
      expect(after.rows.slice(0, parts.rows.length)).toEqual(parts.rows)
      const [own = ''] = owners
      expect(rootFrom(await proof(own)).hash).toBe((await listed())[0]?.root)
    },
    60_000,
  )

  it('resumes after the stored parts', async () => {
    await credit(ana, 'COP', 100n)
    tomorrow()
    const broken = { ...context, ledger: { ...ledger, totalsAt: () => Promise.reject(new Error('killed')) } }
    await expect(closeDays(broken)).rejects.toThrow('killed')
    expect(await listed()).toEqual([])
    // Existing parts are not read again.
    const ready = { ...context, ledger: { ...ledger, customersAt: () => Promise.reject(new Error('read again')) } }
    await closeDays(ready)
    expect(await listed()).toMatchObject([{ day: FIRST_DAY, customers: 1 }])
    expect(rootFrom(await proof(ana)).hash).toBe((await listed())[0]?.root)
  })

  it('rereads forged parts, and parts that do not add up', async () => {
    await credit(ana, 'COP', 100n)
    tomorrow()
    const broken = { ...context, ledger: { ...ledger, totalsAt: () => Promise.reject(new Error('killed')) } }
    await expect(closeDays(broken)).rejects.toThrow('killed')
    await sql`UPDATE reconciliation.closing_part SET sums = '["1","0","0"]'`.execute(database.db)
    await closeDays(context)
    expect(await listed()).toMatchObject([{ assets: [{ liabilities: '1' }, {}, {}], isSealed: true }])
    tomorrow()
    const forged = { ...context, ledger: { ...ledger, totalsAt: async () => ({ totals: [], unproved: [] }) } }
    await expect(closeDays(forged)).rejects.toThrow('does not add up')
    await closeDays(context)
    expect(await listed()).toHaveLength(2)
  })
})
