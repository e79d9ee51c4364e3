/**
 * Writes false values, by type, into every column that the product's database role may change in trades, one on each of many trades of a
 * running product with its signer and chain, which then runs to the end (SEC-76, docs/decisions/0075-destinations-of-money-are-sealed.md).
 * Each swap of the chain is settled to its customer, to the unit, or nothing is; never to another customer, never twice.
 */
import { sql } from 'kysely'
import { isAddressEqual } from 'viem'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestChain, type TestChain } from '../../dev/embedded/chain/testing.ts'
import { createTestDatabase, type TestDatabase } from '../../dev/testing/database.ts'
import { announceEnd } from '../src/domains/money/blockchain/forging.testing.ts'
import { operationIdOf } from '../src/domains/money/blockchain/index.ts'
import { testSigner } from '../src/domains/money/blockchain/testing.ts'
import { customerAccount } from '../src/domains/money/ledger/index.ts'
import { checkBooks } from '../src/domains/money/ledger/testing/check-books.ts'
import { createTestTrading, type TestTrading } from '../src/domains/money/trading/testing.ts'
import { newId } from '../src/platform/database/ids.ts'
import { type Change, changesOf, describeChange, inTurns, write } from './false-values.testing.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })
const WAIT = { timeout: 30_000, interval: 50 }
const [BTC, USDT] = [30, 31]
const FUNDED = 100_000_000n

let chain: TestChain
let database: TestDatabase
let test: TestTrading
/** Account to which a false value would give bitcoins. */
const bystander = newId()
beforeAll(async () => {
  chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
  database = await createTestDatabase()
  test = await createTestTrading(database.connection, chain.env)
})
afterAll(async () => {
  try {
    await checkBooks(test.ledger)
  } finally {
    await test.stop()
    await database.drop()
    await chain.destroy()
  }
})

/** Replace the started product by one that is not started, on the same database. */
async function reopen(): Promise<void> {
  await test.stop()
  test = await createTestTrading(database.connection, chain.env)
}
const balance = (owner: string, asset: 'BTC' | 'USDT' | 'COP') => test.ledger.balance(customerAccount(owner, asset))
const swapOf = (id: string) => operationIdOf('trading.swap', id)

/** Trade of a separate customer: dollars for bitcoins. */
interface Placed {
  readonly rowId: string
  readonly customer: string
  readonly amount: bigint
  readonly fees: bigint
}
let count = 0
async function trade(): Promise<Placed> {
  count += 1
  // No amount equals another, or is twice another.
  const [customer, amount] = [newId(), 10_000_000n + BigInt(count * 3)]
  const amountIn = `10.${String(count * 3).padStart(6, '0')}`
  await test.fund(customer, 'USDT', FUNDED)
  const { id } = await test.trade(customer, { tradeType: 'input', tokenIn: USDT, tokenOut: BTC, amountIn, slippage: '0.05' })
  const [row] = (
    await sql<{ fees: bigint }>`SELECT network_fee_out + house_fee_out AS fees FROM trading.trade WHERE id = ${id}`.execute(database.db)
  ).rows
  return { rowId: id, customer, amount, fees: row?.fees ?? 0n }
}

/** Operations with the signer or the chain, or announced but not consumed. */
async function openWork(): Promise<number> {
  const found = await sql<{ count: number }>`SELECT (SELECT count(*) FROM blockchain.intent WHERE state = 'decided')
      + (SELECT count(*) FROM blockchain.chain_transaction WHERE state NOT IN ('confirmed', 'reverted', 'superseded'))
      + (SELECT count(*) FROM platform.event, platform.event_consumer WHERE name = 'trading' AND coalesce(event.position > event_consumer.position, true))
      AS count`.execute(database.db)
  return Number(found.rows[0]?.count)
}
async function workToTheEnd(): Promise<void> {
  test.start()
  try {
    await expect.poll(openWork, WAIT).toBe(0)
  } finally {
    await reopen()
  }
}
/** The signer has stored the signed bytes, but they were not sent. */
async function sign(trades: readonly Placed[]): Promise<void> {
  const signer = testSigner(database.signerConnection, chain)
  for (const { rowId } of trades) expect(await signer.sign(swapOf(rowId))).toBe('stored')
  await signer.close()
}
/** Announce ends as an attacker would who wants a trade to end again, and differently. */
async function announceEnds(trades: readonly Placed[]): Promise<void> {
  for (const state of ['reverted', 'confirmed'] as const)
    await inTurns(trades, ({ rowId: ref }) => announceEnd(database.db, swapOf(ref), { kind: 'swap', ref, state }))
}

/** Amount that the swap of a trade bought, by the receipt of the node; null when there was none. */
async function boughtBy({ rowId }: Placed): Promise<bigint | null> {
  const { outcome, receipt } = await test.blockchain.result(swapOf(rowId))
  if (outcome !== 'confirmed') return null
  const bought = receipt.logs.filter(({ address }) => isAddressEqual(address, chain.deployment.tokens.BTC))
  return bought.reduce((sum, { data }) => sum + BigInt(data), 0n)
}
/** Fault of a trade; null when its customer has the chain's amount, or still has what was paid. */
async function wrongOf(placed: Placed): Promise<string | null> {
  const { customer, amount, fees } = placed
  const [dollars, bitcoins, bought] = [await balance(customer, 'USDT'), await balance(customer, 'BTC'), await boughtBy(placed)]
  const isSettled = bought !== null && dollars.posted === FUNDED - amount && dollars.held === 0n && bitcoins.posted === bought - fees
  // Nothing is refunded of what the chain took.
  const isKept = dollars.posted === FUNDED && bitcoins.posted === 0n && (bought === null || dollars.held === amount)
  return isSettled || isKept
    ? null
    : `${dollars.posted} dollars, ${dollars.held} held, and ${bitcoins.posted} bitcoins of ${bought} for ${amount}`
}

interface Walk {
  readonly when: string
  /** Advances the trades to this state before the change. */
  before?(trades: readonly Placed[]): Promise<unknown>
}
const WALKS: readonly Walk[] = [
  { when: 'that the signer has' },
  { when: 'that is signed', before: sign },
  { when: 'that was settled', before: workToTheEnd },
]
/** Only a settled trade has its amounts. */
const WITH_STATE = [
  '',
  ', amount_in = maximum_in, amount_out = minimum_out, settled_at = now()',
  ', amount_in = NULL, amount_out = NULL, settled_at = NULL',
]
const TOKENS = { token_in: ['30', '32'], token_out: ['31', '32'] }

it.each(WALKS)('E2 SEC-76 trading.trade $when: a false value in any column moves no money to another place', async ({ before }) => {
  const place = { table: 'trading.trade', withState: WITH_STATE }
  const changes: (Change | null)[] = [null, ...(await changesOf(database.db, place.table, { bystander, more: TOKENS }))]
  const trades = await inTurns(changes, trade)
  await before?.(trades)
  const written = await inTurns([...changes.entries()], async ([at, change]) =>
    change ? write(database.db, place, change, trades[at]?.rowId ?? '') : false,
  )
  await announceEnds(trades)
  await workToTheEnd()
  const wrongs = await inTurns(trades, wrongOf)
  expect(wrongs.flatMap((wrong, at) => (wrong ? [`${describeChange(changes[at])}: ${wrong}`] : []))).toEqual([])
  for (const asset of ['USDT', 'BTC', 'COP'] as const) expect(await balance(bystander, asset)).toMatchObject({ posted: 0n, held: 0n })
  // The control was not changed: it shows that the run worked. The database accepts most values.
  const [control] = trades
  expect((await balance(control?.customer ?? '', 'USDT')).posted).toBe(FUNDED - (control?.amount ?? 0n))
  expect(written.filter(Boolean).length).toBeGreaterThan((changes.length - 1) / 2)
})
