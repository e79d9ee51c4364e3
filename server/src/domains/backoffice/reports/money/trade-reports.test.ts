/** Trade reports of officers (ADM-15): filters on the server, pages, totals of all matching rows, exports. */
import type { OrderRow, TradeReportRow, TradeTotal } from '@tunjo/contract/trade-reports'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { newPerson } from '../../../customers/identity/devices/devices.testing.ts'
import { startReports } from '../testing.ts'

const ORDERS = '/blockchain/administrative/orders'
const TRADES = '/blockchain/administrative/trades'
const [COP, BTC, USDT] = [0, 30, 31]
const HASH = `0x${'ab'.repeat(32)}`
const REPLACED = `0x${'cd'.repeat(32)}`

const { database, here, officer } = await startReports()
const { accountId: ana, email: anaEmail } = await newPerson(here)
const { accountId: luis } = await newPerson(here)

const ids = { bought: newId(), sold: newId(), dollars: newId(), swap: newId(), refunded: newId(), open: newId() }

interface Given {
  type?: 'input' | 'output'
  /** Token and base units: expected, and executed when it is settled. */
  sell: readonly [number, bigint, bigint?]
  buy: readonly [number, bigint, bigint?]
  bounds: readonly [maximumIn: bigint, minimumOut: bigint]
  fee?: bigint
  houseFee?: bigint
  state: string
  at: string
}

async function trade(id: string, who: string, { type = 'input', sell, buy, bounds, fee = 0n, houseFee = 0n, state, at }: Given) {
  const isOver = state === 'settled' || state === 'refunded'
  await sql`INSERT INTO trading.trade (id, account_id, request_hash, trade_type, token_in, token_out, expected_in, expected_out, maximum_in,
      minimum_out, path, estimated_fee_wei, fee_usd_micros, network_fee_out, house_fee_out, gas_usd_micros, state, amount_in, amount_out, created_at, settled_at)
    VALUES (${id}, ${who}, 'h', ${type}, ${sell[0]}, ${buy[0]}, ${sell[1]}, ${buy[1]}, ${bounds[0]}, ${bounds[1]}, '[]', 1, 350000, ${fee}, ${houseFee},
      ${isOver ? 300000n : null}, ${state}, ${sell[2] ?? null}, ${buy[2] ?? null}, ${at}, ${isOver ? at : null})`.execute(database.owner)
}

beforeAll(async () => {
  // 400.000.000 COP for a bitcoin, bought for 40.000.000; 39.500.000 for the sale of a tenth.
  await trade(ids.bought, ana, {
    sell: [COP, 4_000_000_000n, 4_000_000_000n],
    buy: [BTC, 10_000_750n, 10_000_750n],
    bounds: [4_000_000_000n, 9_950_748n],
    fee: 500n,
    houseFee: 250n,
    state: 'settled',
    at: '2026-03-10T15:00:00Z',
  })
  await trade(ids.sold, luis, {
    sell: [BTC, 10_000_000n, 10_000_000n],
    buy: [COP, 3_950_000_000n, 3_950_000_000n],
    bounds: [10_000_000n, 3_930_250_000n],
    state: 'settled',
    at: '2026-03-11T04:59:59Z',
  })
  await trade(ids.dollars, ana, {
    type: 'output',
    sell: [COP, 379_700_000n, 380_000_000n],
    buy: [USDT, 1_000_000_000n, 1_000_000_000n],
    bounds: [383_497_000n, 1_000_000_000n],
    state: 'settled',
    at: '2026-03-11T05:00:00Z',
  })
  await trade(ids.swap, luis, {
    sell: [BTC, 1_000_000n, 1_000_000n],
    buy: [USDT, 910_000_000n, 910_000_000n],
    bounds: [1_000_000n, 900_000_000n],
    state: 'settled',
    at: '2026-03-12T15:00:00Z',
  })
  await trade(ids.refunded, ana, {
    sell: [USDT, 5_000_000n],
    buy: [BTC, 5_400n],
    bounds: [5_000_000n, 5_373n],
    fee: 100n,
    houseFee: 50n,
    state: 'refunded',
    at: '2026-03-13T15:00:00Z',
  })
  await trade(ids.open, luis, {
    sell: [COP, 100_000n],
    buy: [USDT, 260_000n],
    bounds: [100_000n, 258_700n],
    state: 'sent',
    at: '2026-03-14T15:00:00Z',
  })
  const operation = newId()
  await sql`INSERT INTO blockchain.chain_transaction (operation_id, wallet, address, nonce, kind, ref, state, signed, hash, mined_hash, created_at,
      updated_at)
    VALUES (${operation}, 'hot', '0xhot', 1, 'swap', ${ids.bought}, 'confirmed', '0x', ${REPLACED}, ${HASH}, now(), now())`.execute(
    database.owner,
  )
  for (const hash of [HASH, REPLACED])
    await sql`INSERT INTO blockchain.attempt (hash, operation_id, address, nonce, signed_at)
      VALUES (${hash}, ${operation}, '0xhot', 1, now())`.execute(database.owner)
})

async function list<A>(path: string): Promise<A> {
  const answer = await officer.send('GET', path)
  expect([path, answer.status]).toEqual([path, 200])
  return (await answer.json()) as A
}
const orders = (query = '') => list<{ results: OrderRow[]; total: number; pagesNumber: number }>(`${ORDERS}?size=50&${query}`)
const foundOrders = async (query: string) => (await orders(query)).results.map(({ id }) => id)
const trades = (query = '') => list<{ results: TradeReportRow[]; total: number; totals: TradeTotal[] }>(`${TRADES}?size=50&${query}`)
const foundTrades = async (query: string) => (await trades(query)).results.map(({ id }) => id)

describe('ADM-15 Historial de ordenes', () => {
  it('every order with its limit, its fees, its transaction and its person, newest first', async () => {
    const { results, total } = await orders()
    expect([results.map(({ id }) => id), total]).toEqual([[ids.open, ids.refunded, ids.swap, ids.dollars, ids.sold, ids.bought], 6])
    expect(results.at(-1)).toEqual({
      id: ids.bought,
      userId: ana,
      email: anaEmail,
      state: 'settled',
      type: 'input',
      sold: 'COP',
      bought: 'BTC',
      asset: 'BTC',
      against: 'COP',
      side: 'buy',
      amountSold: '40000000',
      amountBought: '0.1',
      price: '400000000',
      maximumSold: '40000000',
      minimumBought: '0.09949998',
      slippagePercent: '0.50',
      networkFee: '0.000005',
      networkFeeUsd: '0.35',
      houseFee: '0.0000025',
      gasUsd: '0.3',
      transactionHash: HASH,
      createdAt: '2026-03-10T15:00:00.000Z',
      settledAt: '2026-03-10T15:00:00.000Z',
    })
  })

  it('a returned order cost its owner nothing, and an open one has no end', async () => {
    const [open, refunded] = (await orders()).results
    expect(refunded).toMatchObject({
      state: 'refunded',
      networkFee: '0',
      networkFeeUsd: '0',
      houseFee: '0',
      gasUsd: '0.3',
      amountSold: '5',
    })
    expect(open).toMatchObject({ state: 'sent', settledAt: null, transactionHash: null, gasUsd: null })
  })

  it('an order by its bought amount keeps a ceiling on the sold one', async () => {
    const { results } = await orders('type=output')
    expect(results).toMatchObject([
      { id: ids.dollars, maximumSold: '3834970', minimumBought: '1000', slippagePercent: '1.00', price: '3800' },
    ])
  })

  it('each filter works on the server', async () => {
    expect(await foundOrders('state=refunded')).toEqual([ids.refunded])
    expect(await foundOrders('sold=BTC')).toEqual([ids.swap, ids.sold])
    expect(await foundOrders('sold=BTC&bought=COP')).toEqual([ids.sold])
    expect(await foundOrders(`text=${luis}`)).toEqual([ids.open, ids.swap, ids.sold])
    expect(await foundOrders(`text=${ids.swap}`)).toEqual([ids.swap])
    expect(await foundOrders(`text=${encodeURIComponent(anaEmail)}`)).toEqual([ids.refunded, ids.dollars, ids.bought])
    expect(await foundOrders(`text=${HASH}`)).toEqual([ids.bought])
    expect(await foundOrders(`text=${REPLACED}`)).toEqual([ids.bought])
    expect(await foundOrders(`text=${encodeURIComponent("' OR 1=1 --")}`)).toEqual([])
    // Days are days of Bogotá: 04:59:59Z is still the day before.
    expect(await foundOrders('from=2026-03-10&to=2026-03-10')).toEqual([ids.sold, ids.bought])
    expect(await foundOrders('from=2026-03-11&to=2026-03-11')).toEqual([ids.dollars])
    expect((await foundOrders('sort=settledAt&order=desc')).at(-1)).toBe(ids.open)
    expect((await foundOrders('sort=createdAt&order=asc'))[0]).toBe(ids.bought)
  })

  it('pages, and refuses an invalid page or filter', async () => {
    expect(await list(`${ORDERS}?size=4&pageIndex=1`)).toMatchObject({
      total: 6,
      pagesNumber: 2,
      results: [{ id: ids.sold }, { id: ids.bought }],
    })
    for (const query of ['size=101', 'sort=email', 'state=nothing', 'from=10-03-2026'])
      expect([query, (await officer.send('GET', `${ORDERS}?${query}`)).status]).toEqual([query, 400])
  })

  it('SEC-44 exports the filtered rows, and the export is recorded without the searched e-mail', async () => {
    const answer = await officer.send('GET', `${ORDERS}/csv?text=${encodeURIComponent(anaEmail)}&state=settled`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toContain('historial-de-ordenes.csv')
    const lines = (await answer.text()).trim().split('\r\n')
    expect(lines[0]).toContain('orderId;userId;email;creationDate;settlementDate;state;type')
    expect(lines.slice(1)).toEqual([
      expect.stringContaining(ids.dollars),
      `${ids.bought};${ana};${anaEmail};2026-03-10 10:00:00;2026-03-10 10:00:00;settled;input;COP;40000000;BTC;0,1;400000000;40000000;0,09949998;0,50;0,000005;0,35;0,3;${HASH};0,0000025`,
    ])
    const [entry] = await auditTrail(database.db, { action: 'reports.exported', objectId: 'historial-de-ordenes' })
    expect(entry).toMatchObject({ after: { rows: 2, filter: { state: 'settled' } } })
    expect(JSON.stringify(entry)).not.toContain(anaEmail)
  })
})

describe('ADM-15 Historial de compra / venta', () => {
  it('settled orders as purchases and sales against pesos or dollars, and no others', async () => {
    const { results, total } = await trades()
    expect(total).toBe(4)
    expect(results.map(({ id, side, asset, against }) => [id, side, asset, against])).toEqual([
      [ids.swap, 'sell', 'BTC', 'USDT'],
      [ids.dollars, 'buy', 'USDT', 'COP'],
      [ids.sold, 'sell', 'BTC', 'COP'],
      [ids.bought, 'buy', 'BTC', 'COP'],
    ])
    expect(results[0]).toMatchObject({ amount: '0.01', value: '910', price: '91000', userId: luis, networkFee: '0', feeAsset: 'USDT' })
    expect(results[3]).toMatchObject({
      amount: '0.1',
      value: '40000000',
      networkFee: '0.000005',
      houseFee: '0.0000025',
      feeAsset: 'BTC',
      transactionHash: HASH,
    })
  })

  it('totals cover all filtered rows, on any page', async () => {
    const bitcoin = { asset: 'BTC', against: 'COP' }
    const all = [
      { ...bitcoin, side: 'buy', count: 1, amount: '0.1', value: '40000000', price: '400000000' },
      { ...bitcoin, side: 'sell', count: 1, amount: '0.1', value: '39500000', price: '395000000' },
      { asset: 'USDT', against: 'COP', side: 'buy', count: 1, amount: '1000', value: '3800000', price: '3800' },
      { asset: 'BTC', against: 'USDT', side: 'sell', count: 1, amount: '0.01', value: '910', price: '91000' },
    ]
    expect((await list<{ totals: TradeTotal[]; pagesNumber: number }>(`${TRADES}?size=1&pageIndex=3`)).totals).toEqual(all)
    expect((await trades('asset=BTC&against=COP')).totals).toEqual(all.slice(0, 2))
    expect((await trades('from=2026-03-11')).totals).toEqual(all.slice(2))
    expect((await trades('from=2027-01-01')).totals).toEqual([])
  })

  it('each filter works on the server, and the largest comes first on request', async () => {
    expect(await foundTrades('side=buy')).toEqual([ids.dollars, ids.bought])
    expect(await foundTrades('asset=USDT')).toEqual([ids.dollars])
    expect(await foundTrades('against=USDT')).toEqual([ids.swap])
    expect(await foundTrades(`text=${ana}`)).toEqual([ids.dollars, ids.bought])
    expect(await foundTrades('against=COP&sort=value&order=asc')).toEqual([ids.dollars, ids.sold, ids.bought])
    expect(await foundTrades('from=2026-03-10&to=2026-03-10')).toEqual([ids.sold, ids.bought])
    expect((await officer.send('GET', `${TRADES}?asset=COP`)).status).toBe(400)
  })

  it('SEC-44 exports them, recorded', async () => {
    const answer = await officer.send('GET', `${TRADES}/csv?side=sell&against=COP`)
    expect(answer.headers.get('content-disposition')).toContain('historial-de-compra-venta.csv')
    const [header, row] = (await answer.text()).split('\r\n')
    expect(header).toBe('tradeId;userId;email;date;side;asset;amount;against;value;price;networkFee;feeAsset;transactionId;houseFee')
    expect(row).toContain(';2026-03-10 23:59:59;Venta;BTC;0,1;COP;39500000;395000000;0;COP;')
    expect(await auditTrail(database.db, { action: 'reports.exported', objectId: 'historial-de-compra-venta' })).toHaveLength(1)
  })
})
