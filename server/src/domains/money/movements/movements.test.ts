import type { BalanceEntry, Movement, MovementDetail } from '@tunjo/contract/movements'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer, type TestPlatform, type TestServer } from '../../../../../dev/testing/test-product.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Caller } from '../../../platform/http/route.ts'
import { createParameters } from '../../reference/parameters/index.ts'
import { createLedger, customerAccount, type Ledger, systemAccount } from '../ledger/index.ts'
import { createMovements } from './index.ts'
import { bankWithdrawal, internalTransfer, pseDeposit, swap, tokenDeposit } from './rails.testing.ts'

let database: TestDatabase
let platform: TestPlatform
let ledger: Ledger
let server: TestServer

/** The bearer token is the account id. */
const authenticate = async ({ headers }: { headers: { authorization?: string } }): Promise<Caller | null> => {
  const accountId = headers.authorization?.slice('Bearer '.length)
  return accountId ? { accountId, sessionId: accountId, authorities: ['ROLE_USER'] } : null
}

beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  ledger = createLedger(platform)
  const pricing = { closingCopPrice: async () => null }
  const movements = createMovements(platform, {
    ledger,
    pricing,
    kyc: { person: async () => null },
    parameters: createParameters(),
    translateNote: (text) => text,
  })
  server = await startTestServer(platform, movements.routes, authenticate)
})
afterAll(async () => {
  await server?.close()
  await ledger?.close()
  platform?.remove()
  await database?.drop()
})

const ask = (owner: string, path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { authorization: `Bearer ${owner}`, ...headers } })
async function get<T>(owner: string, path: string): Promise<T> {
  const response = await ask(owner, path)
  expect([path, response.status]).toEqual([path, 200])
  return (await response.json()) as T
}
interface Page {
  results: Movement[]
  next: string | null
}
const day = (number: number): Date => new Date(Date.UTC(2026, 9, number, 15))
const idsOf = async (owner: string, query: string) => (await get<Page>(owner, `/api/movements?${query}`)).results.map(({ id }) => id)

/** A customer with one movement on each rail, the newest last. */
async function personOfAllRails() {
  const owner = newId()
  return {
    owner,
    deposit: await pseDeposit(database.owner, { owner, at: day(1) }),
    token: await tokenDeposit(database.owner, { owner, at: day(2) }),
    trade: await swap(database.owner, { owner, at: day(3) }),
    withdrawal: await bankWithdrawal(database.owner, { owner, at: day(4), state: 'HELD' }),
  }
}

describe('the history', () => {
  it('MON-03 merges every rail into one list, newest first', async () => {
    const { owner, deposit, token, trade, withdrawal } = await personOfAllRails()
    const { results, next } = await get<Page>(owner, '/api/movements')
    expect(next).toBeNull()
    expect(results).toEqual([
      expect.objectContaining({ id: withdrawal, kind: 'WITHDRAWAL', rail: 'BANK', amount: '20000', stateGroup: 'pending', endedAt: null }),
      expect.objectContaining({ id: trade, kind: 'SWAP', asset: 'COP', amount: '100000', received: { asset: 'USDT', amount: '23' } }),
      expect.objectContaining({ id: token, kind: 'DEPOSIT', rail: 'ERC20', asset: 'BTC', amount: '0.025', place: `0x${'b'.repeat(40)}` }),
      expect.objectContaining({ id: deposit, kind: 'DEPOSIT', rail: 'PSE', amount: '50000', createdAt: day(1).toISOString() }),
    ])
    expect(results[0]?.place).toMatch(/ ·· 4321$/)
    expect(results[3]?.place).toMatch(/^PSE · ./)
  })

  it('MON-03 filters by kind, rail, asset, state and days', async () => {
    const { owner, deposit, token, trade, withdrawal } = await personOfAllRails()
    expect(await idsOf(owner, 'kind=DEPOSIT')).toEqual([token, deposit])
    expect(await idsOf(owner, 'rail=BANK')).toEqual([withdrawal])
    expect(await idsOf(owner, 'asset=USDT')).toEqual([trade])
    expect(await idsOf(owner, 'stateGroup=complete')).toEqual([trade, token, deposit])
    expect(await idsOf(owner, 'stateGroup=pending')).toEqual([withdrawal])
    expect(await idsOf(owner, `from=${day(2).toISOString()}&to=${day(3).toISOString()}`)).toEqual([trade, token])
  })

  it('MON-03 finds words, references and amounts, ignoring accents', async () => {
    const { owner, deposit, token, trade, withdrawal } = await personOfAllRails()
    const search = (text: string) => idsOf(owner, `text=${encodeURIComponent(text)}`)
    expect(await search('NOMINA')).toEqual([deposit])
    expect(await search('cus-7788')).toEqual([deposit])
    expect(await search('$ 50.000')).toEqual([deposit])
    expect(await search('0,025')).toEqual([token])
    expect(await search('23')).toContain(trade)
    expect(await search('4321')).toEqual([withdrawal])
    expect(await search("x' OR 1=1")).toEqual([])
    expect(await search('%')).toEqual([])
  })

  it('MON-03 pages by cursor: every movement once, also those of one instant, despite concurrent ones', async () => {
    const owner = newId()
    const made: string[] = []
    for (let index = 0; index < 7; index++) {
      const given = { owner, at: day(5 + Math.floor(index / 3)) }
      made.push(await (index % 2 ? tokenDeposit(database.owner, given) : pseDeposit(database.owner, given)))
    }
    const seen: string[] = []
    let after: string | null = null
    do {
      const page: Page = await get<Page>(owner, `/api/movements?size=2${after ? `&after=${after}` : ''}`)
      seen.push(...page.results.map(({ id }) => id))
      after = page.next
      await pseDeposit(database.owner, { owner, at: day(20) })
    } while (after)
    expect([...seen].sort()).toEqual([...made].sort())
    for (const bad of ['x', '1.2', `1.${owner}'`])
      expect((await ask(owner, `/api/movements?after=${encodeURIComponent(bad)}`)).status).toBe(400)
  })

  it('R21 another customer sees nothing of it, and their id is answered like an unknown one', async () => {
    const { deposit, token, trade, withdrawal } = await personOfAllRails()
    const stranger = newId()
    expect(await idsOf(stranger, '')).toEqual([])
    for (const id of [deposit, token, trade, withdrawal, newId(), 'x']) {
      const answer = await ask(stranger, `/api/movements/${id}`)
      expect([id, answer.status, answer.headers.get('app-error')]).toEqual([id, 404, 'movements.not_found'])
    }
    expect((await fetch(`${server.url}/api/movements`)).status).toBe(401)
  })

  it('R30 the CSV has the filtered rows, in the time of Bogotá and with no live formula', async () => {
    const { owner, withdrawal, deposit } = await personOfAllRails()
    const response = await ask(owner, '/api/movements/csv')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="movimientos.csv"')
    const lines = (await response.text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[1]).toContain(`${withdrawal};2026-10-04 10:00:00;Retiro;Transferencia bancaria;COP;20000;;;`)
    expect(lines[4]).toContain(`${deposit};2026-10-01 10:00:00;Depósito;PSE;COP;50000;;;PSE · `)
    await sql`UPDATE payments.deposit SET bank_reference = '=1+1' WHERE id = ${deposit}`.execute(database.owner)
    const text = await (await ask(owner, '/api/movements/csv?rail=PSE')).text()
    expect(text).toContain(";'=1+1;Completo;")
    expect(text.trimEnd().split('\r\n')).toHaveLength(2)
  })

  it('SHELL-13 the CSV is in English for a reader of English', async () => {
    const { owner, withdrawal } = await personOfAllRails()
    const lines = (await (await ask(owner, '/api/movements/csv', { 'accept-language': 'en' })).text()).trimEnd().split('\r\n')
    expect(lines[0]).toBe('Number;Date;Type;Method;Currency;Amount;Currency received;Amount received;From or to;Reference;Status;Ended')
    expect(lines[1]).toContain(`${withdrawal};2026-10-04 10:00:00;Withdrawal;Bank transfer;COP;20000;;;`)
    const spanish = (await (await ask(owner, '/api/movements/csv')).text()).split('\r\n')
    expect(spanish[0]).toBe(
      'Número;Fecha;Tipo;Medio;Moneda;Cantidad;Moneda recibida;Cantidad recibida;Origen o destino;Referencia;Estado;Terminó',
    )
  })

  it('MON-03 a page of a customer with 2,000 movements among 100,000 reads only the index', async () => {
    const [owner, other] = [newId(), newId()]
    const prefix = newId().slice(0, 24)
    await sql`INSERT INTO payments.deposit (id, account_id, request_hash, bank_account_id, bank_id, account_alias, account_type, account_number,
        amount, payer, state, created_at, ended_at)
      SELECT (${prefix} || lpad(to_hex(n), 12, '0'))::uuid, (CASE n % 50 WHEN 0 THEN ${owner} ELSE ${other} END)::uuid, n::text,
        gen_random_uuid(), 1, 'x', 9, '123456', 1000, '{}', 'COMPLETED', now() - n * interval '1 minute', now() FROM generate_series(1, 100000) AS n`.execute(
      database.owner,
    )
    await sql`ANALYZE payments.deposit`.execute(database.owner)
    const plan = await sql<{ 'QUERY PLAN': string }>`EXPLAIN SELECT * FROM payments.deposit_movement
      WHERE account_id = ${owner} AND (created_at, id) < (now(), ${owner}::uuid)
      ORDER BY created_at DESC, id DESC LIMIT 21`.execute(database.owner)
    const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(text).toContain('Index Scan using deposit_account')
    expect(text).not.toMatch(/Sort|Seq Scan/)
    const { results, next } = await get<Page>(owner, '/api/movements?size=20')
    expect([results.length, next === null]).toEqual([20, false])
  }, 60_000)
})

describe('one movement', () => {
  it('SEC-59 MON-03 has its timeline and its effect on the balances', async () => {
    const { owner, withdrawal } = await personOfAllRails()
    const account = customerAccount(owner, 'COP')
    const credit = { kind: 'post', id: newId(), code: 'payments.deposit', debit: systemAccount('bank', 'COP'), credit: account } as const
    await ledger.post([{ ...credit, amount: 9_000_000n }])
    await ledger.hold({ id: withdrawal, account, amount: 2_000_000n, code: 'payments.withdrawal', ref: withdrawal })
    await sql`INSERT INTO payments.state_history (id, machine, subject_id, to_state, at, actor)
      VALUES (${newId()}, 'payments.withdrawal', ${withdrawal}, 'HELD', ${day(4)}, 'customer')`.execute(database.owner)
    const detail = await get<MovementDetail>(owner, `/api/movements/${withdrawal}`)
    expect(detail).toMatchObject({
      id: withdrawal,
      alias: '=cmd',
      timeline: [{ state: 'HELD', at: day(4).toISOString(), note: null }],
      entries: [{ code: 'payments.withdrawal', change: '0', heldChange: '20000', balance: '90000', held: '20000', movementId: withdrawal }],
    })
    await ledger.settle({
      id: newId(),
      holdId: withdrawal,
      credit: systemAccount('payouts', 'COP'),
      code: 'payments.withdrawal',
      ref: withdrawal,
      amount: 2_000_000n,
    })
    const { entries } = await get<MovementDetail>(owner, `/api/movements/${withdrawal}`)
    expect(entries.map(({ change, balance, held }) => [change, balance, held])).toEqual([
      ['0', '90000', '20000'],
      ['-20000', '70000', '0'],
    ])
  })
})

describe('tokens from one customer to another', () => {
  it('R21 the receiver sees nothing of the sender: neither the name of the address nor the review by officers', async () => {
    const [owner, receiver] = [newId(), newId()]
    const id = await internalTransfer(database.owner, { owner, receiver, at: day(6) })
    for (const [state, note] of Object.entries({ REQUESTED: null, IN_REVIEW: 'Dos personas lo revisan.', CONFIRMED: null }))
      await sql`INSERT INTO crypto.state_history (id, machine, subject_id, to_state, at, actor, note)
        VALUES (${newId()}, 'crypto.withdrawal', ${id}, ${state}, ${day(6)}, 'system', ${note})`.execute(database.owner)
    expect(await get<MovementDetail>(receiver, `/api/movements/${id}`)).toMatchObject({
      kind: 'DEPOSIT',
      state: 'COMPLETED',
      amount: '40',
      alias: null,
      timeline: [{ state: 'COMPLETED', at: day(6).toISOString(), note: null }],
    })
    const { kind, alias, timeline } = await get<MovementDetail>(owner, `/api/movements/${id}`)
    expect([kind, alias, timeline.map(({ state }) => state)]).toEqual(['WITHDRAWAL', 'Ana', ['REQUESTED', 'IN_REVIEW', 'CONFIRMED']])
  })
})

describe('the entries behind a balance', () => {
  interface Why {
    balance: string
    held: string
    available: string
    holds: { amount: string; code: string; movementId: string | null }[]
    holdsPages: number
    entries: BalanceEntry[]
    next: string | null
  }

  it('MON-10 the lines, oldest to newest, add up to each running balance and end at the displayed figure', async () => {
    const owner = newId()
    const account = customerAccount(owner, 'USDT')
    for (const amount of [5_000_000n, 1_234_567n, 1n])
      await ledger.post([
        { kind: 'post', id: newId(), code: 'crypto.deposit', debit: systemAccount('chain', 'USDT'), credit: account, amount },
      ])
    const movementId = newId()
    await ledger.hold({ id: newId(), account, amount: 2_000_000n, code: 'trading.trade', ref: movementId })
    const first = await get<Why>(owner, '/api/balances/USDT/entries?size=3')
    expect(first).toMatchObject({ balance: '6.234568', held: '2', available: '4.234568' })
    expect(first.holds).toEqual([expect.objectContaining({ amount: '2', code: 'trading.trade', movementId })])
    expect(first.entries[0]).toMatchObject({ balance: first.balance, held: first.held })
    const rest = await get<Why>(owner, `/api/balances/USDT/entries?size=3&before=${first.next}`)
    expect(rest.next).toBeNull()
    let running = 0
    for (const { change, balance } of [...first.entries, ...rest.entries].reverse()) {
      running = Math.round((running + Number(change)) * 1e6) / 1e6
      expect(Number(balance)).toBe(running)
    }
    expect(running).toBe(6.234568)
  })

  it('MON-10 the pages of holds name each hold once, and their sum is the held amount', async () => {
    const owner = newId()
    const account = customerAccount(owner, 'USDT')
    await ledger.post([
      { kind: 'post', id: newId(), code: 'crypto.deposit', debit: systemAccount('chain', 'USDT'), credit: account, amount: 500_000_000n },
    ])
    const held = Array.from({ length: 205 }, () => ({ id: newId(), account, amount: 1_000_000n, code: 'trading.trade', ref: newId() }))
    await Promise.all(held.map((hold) => ledger.hold(hold)))
    const pages = await Promise.all(
      [0, 1, 2].map((index) => get<Why>(owner, `/api/balances/USDT/entries?size=100&holdsPageIndex=${index}`)),
    )
    expect(pages.map((page) => [page.held, page.holdsPages, page.holds.length])).toEqual([
      ['205', 3, 100],
      ['205', 3, 100],
      ['205', 3, 5],
    ])
    const named = pages.flatMap(({ holds }) => holds.map(({ movementId }) => movementId))
    expect(named.toSorted()).toEqual(held.map(({ ref }) => ref).toSorted())
  })

  it('a customer who never had the asset has no entries', async () => {
    expect(await get<Why>(newId(), '/api/balances/BTC/entries')).toEqual({
      asset: 'BTC',
      balance: '0',
      held: '0',
      available: '0',
      holds: [],
      holdsPages: 0,
      entries: [],
      next: null,
    })
    expect((await ask(newId(), '/api/balances/DOGE/entries')).status).toBe(400)
  })
})
