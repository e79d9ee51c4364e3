/**
 * Writes false values, by type, into every column that the product's database role may change in movements of the treasury, one on each of
 * many sweeps that two officers approved, which the product, its signer and the chain then process (SEC-76,
 * docs/decisions/0075-destinations-of-money-are-sealed.md). Tokens go to the cold wallet, once and in the approved amount, and are posted as
 * such, or they stay in the hot wallet.
 */
import { sql } from 'kysely'
import { type Address, getAddress, parseAbiItem } from 'viem'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestChain, type TestChain } from '../../dev/embedded/chain/testing.ts'
import { createTestDatabase, type TestDatabase } from '../../dev/testing/database.ts'
import { announceEnd } from '../src/domains/money/blockchain/forging.testing.ts'
import { operationIdOf } from '../src/domains/money/blockchain/index.ts'
import { checkBooks } from '../src/domains/money/ledger/testing/check-books.ts'
import { createTestTreasury, type TestTreasury } from '../src/domains/money/treasury/testing.ts'
import { newId } from '../src/platform/database/ids.ts'
import { type Change, changesOf, describeChange, write } from './false-values.testing.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })
const WAIT = { timeout: 30_000, interval: 50 }
const UNKNOWN_WALLET: Address = '0x52908400098527886e0f7030069857d2e4169ee7'

let chain: TestChain
let database: TestDatabase
let test: TestTreasury
let begunAt: bigint
beforeAll(async () => {
  chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
  database = await createTestDatabase()
  test = createTestTreasury(database.connection, chain.env)
  await test.books.openBooks()
  await test.treasury.follow()
  begunAt = await chain.client.getBlockNumber()
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

interface Sweep {
  readonly id: string
  readonly amount: bigint
}
let count = 0
/** Sweep that two officers approved, with a unique amount. */
async function agreed(): Promise<Sweep> {
  count += 1
  // No amount equals another, is twice another, or differs from another by one unit.
  const amount = 1_000_000n + BigInt(count * 3)
  await test.approve(await test.propose('sweep', 'BTC', `0.${String(amount).padStart(8, '0')}`))
  const [row] = (await sql<{ id: string }>`SELECT id FROM treasury.movement WHERE amount = ${amount}`.execute(database.db)).rows
  return { id: row?.id ?? '', amount }
}
/** Only one may be open: the owner of the database ends one that a false value left open before the next one. */
async function makeWay(): Promise<void> {
  await sql`UPDATE treasury.movement SET ended_at = now() WHERE ended_at IS NULL`.execute(database.owner)
}

const TRANSFER = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
/** Transfers out of the hot wallet in this file. */
async function sentOut(): Promise<string[]> {
  const { tokens, hotWallet } = chain.deployment
  const address = [tokens.USDT, tokens.BTC, tokens.COPT]
  const logs = await chain.client.getLogs({ address, event: TRANSFER, args: { from: hotWallet }, fromBlock: begunAt })
  return logs.map(({ address: token, args }) => `${getAddress(token)} ${args.to} ${args.value}`)
}
const sentFor = ({ amount }: Sweep) => `${getAddress(chain.deployment.tokens.BTC)} ${chain.deployment.coldWallet} ${amount}`

/** Operations with the signer or the chain, or announced but not consumed. */
async function openWork(): Promise<number> {
  const found = await sql<{ count: number }>`SELECT (SELECT count(*) FROM blockchain.intent WHERE state = 'decided')
      + (SELECT count(*) FROM blockchain.chain_transaction WHERE state NOT IN ('confirmed', 'reverted', 'superseded'))
      + (SELECT count(*) FROM platform.event, platform.event_consumer WHERE name = 'treasury' AND coalesce(event.position > event_consumer.position, true))
      AS count`.execute(database.db)
  return Number(found.rows[0]?.count)
}
async function workToTheEnd(sweeps: readonly Sweep[]): Promise<void> {
  // As an attacker would who wants a sweep to end again, and differently.
  for (const { id: ref } of sweeps)
    for (const state of ['reverted', 'confirmed'] as const)
      await announceEnd(database.db, operationIdOf('treasury.sweep', ref), { kind: 'to_cold', ref, state })
  test.start()
  try {
    await expect.poll(openWork, WAIT).toBe(0)
  } finally {
    await test.stop()
    test = createTestTreasury(database.connection, chain.env)
  }
}
/** Posted amounts by movement. */
async function booked(): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ id: string; amount: bigint }>`SELECT ref AS id, amount FROM ledger.transfer
    WHERE code = 'treasury.swept'`.execute(database.db)
  return new Map(rows.map(({ id, amount }) => [id, amount]))
}

const all: Sweep[] = []
/** Only a failed one has a reason. */
const WITH_STATE = ['', `, failure = 'refused', ended_at = now()`, ', failure = NULL, ended_at = NULL']
const MORE = { cold_address: [`'${UNKNOWN_WALLET}'`], asset: [`'USDT'`, `'COP'`] }
const WALKS = [
  { when: 'that waits', isHandedOver: false },
  { when: 'that the signer has', isHandedOver: true },
]

it.each(WALKS)(
  'E2 SEC-76 treasury.movement $when: a false value in any column moves no tokens to another place',
  async ({ isHandedOver }) => {
    const place = { table: 'treasury.movement', withState: WITH_STATE }
    const changes: (Change | null)[] = [null, ...(await changesOf(database.db, place.table, { bystander: newId(), more: MORE }))]
    const sweeps: Sweep[] = []
    let written = 0
    for (const change of changes) {
      const sweep = await agreed()
      sweeps.push(sweep)
      if (isHandedOver) await test.treasury.follow()
      if (change && (await write(database.db, place, change, sweep.id))) written += 1
      await test.treasury.follow()
      await makeWay()
    }
    all.push(...sweeps)
    await workToTheEnd(sweeps)
    const [sent, books] = [await sentOut(), await booked()]
    const expected = new Set(all.map(sentFor))
    expect(sent.filter((one) => !expected.has(one))).toEqual([])
    expect(sent.filter((one, at) => sent.indexOf(one) !== at)).toEqual([])
    // The ledger has exactly what was sent.
    const isRight = (sweep: Sweep) => {
      const amount = books.get(sweep.id)
      return amount === undefined || (amount === sweep.amount && sent.includes(sentFor(sweep)))
    }
    expect(sweeps.flatMap((sweep, at) => (isRight(sweep) ? [] : [describeChange(changes[at])]))).toEqual([])
    expect([...books.keys()].filter((id) => !all.some((sweep) => sweep.id === id))).toEqual([])
    // The control was not changed: it shows that the run worked. The database accepts most values.
    expect(books.get(sweeps[0]?.id ?? '')).toBe(sweeps[0]?.amount)
    expect(written).toBeGreaterThan((changes.length - 1) / 2)
  },
)
