/**
 * Writes false values, by type, into every column that the product's database role may change in the tables of the scanner, one at a time,
 * while a deposit is credited, lost in a reorganisation, and comes again or not (SEC-76,
 * docs/decisions/0075-destinations-of-money-are-sealed.md). A customer is credited what arrived, or less while the row is false; what the
 * chain lost is not available. When the row is as before, everything is credited.
 */
import { sql } from 'kysely'
import { type Address, encodeFunctionData, type Hash, type Hex } from 'viem'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestChain, type TestChain } from '../../dev/embedded/chain/testing.ts'
import { DepositForwarderFactory } from '../../solidity/artifacts.generated.ts'
import { saltOf } from '../src/domains/money/crypto/addresses/deposit-address.ts'
import { type DepositBench, openDepositBench } from '../src/domains/money/crypto/deposits.testing.ts'
import { CONFIRMATIONS } from '../src/domains/money/crypto/testing.ts'
import { customerAccount } from '../src/domains/money/ledger/index.ts'
import { newId } from '../src/platform/database/ids.ts'
import { type Change, changesOf, describeChange, write } from './false-values.testing.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 })
/** Credited before the false value. */
const EARLIER = 25_000_003n
const SENT = 40_000_007n
const NUMBERS = ['0', '9223372036854775807']
const MORE = { number: NUMBERS, looked_block: NUMBERS, agreed_block: NUMBERS, block_number: NUMBERS, after_block: NUMBERS }

let chain: TestChain
let bench: DepositBench
/** Account to which a false value would give tokens. */
let bystander: string
beforeAll(async () => {
  chain = await startTestChain({ stateIntervalMs: 3_600_000 })
  bench = await openDepositBench(chain)
  bystander = newId()
  await bench.test.address(bystander)
})
afterAll(async () => {
  try {
    await bench.close()
  } finally {
    await chain.destroy()
  }
})

interface Movement {
  readonly customer: string
  readonly own: Address
  readonly snapshot: string
  readonly sent: readonly { hash: Hash; raw: Hex }[]
}
/** The second deposit and its sweep are in the last blocks, and so is a transfer of nothing, which the scanner lists as unrecognised. */
async function begin(): Promise<Movement> {
  const customer = newId()
  const own = (await bench.test.address(customer)).address as Address
  await bench.send('USDT', EARLIER, own)
  await bench.settle()
  const snapshot = await chain.snapshot()
  const sweep = encodeFunctionData({
    abi: DepositForwarderFactory.abi,
    functionName: 'sweep',
    args: [saltOf(customer), [chain.deployment.tokens.USDT]],
  })
  const sent = [
    await bench.send('USDT', SENT, own),
    await bench.send('USDT', 0n, own),
    await chain.send('visitor', chain.deployment.forwarderFactory, sweep),
  ]
  await follow()
  await bench.test.crypto.findEther()
  const { db } = bench.database
  await sql`INSERT INTO crypto.unlisted_spam (block_number, address, count) SELECT max(number), ${own.toLowerCase()}, 3 FROM crypto.block`.execute(
    db,
  )
  await sql`INSERT INTO crypto.sweep (id, account_id, asset, created_at) VALUES (${newId()}, ${customer}, 'USDT', now())`.execute(db)
  return { customer, own, snapshot, sent: await Promise.all(sent.map(async ({ hash }) => ({ hash, raw: await bench.rawOf(hash) }))) }
}
/** A pass that fails on a false row credits nothing. */
const follow = () => bench.test.crypto.follow().catch(() => undefined)
async function workOn(): Promise<void> {
  await sql`UPDATE crypto.deposit SET try_at = now() WHERE state IN ('PENDING', 'IN_REVIEW', 'DISPUTED')`.execute(bench.database.db)
  for (let pass = 0; pass < 2; pass++) await follow()
  await bench.test.crypto.findEther().catch(() => undefined)
}
async function sendAgain({ sent }: Movement): Promise<void> {
  for (const { hash, raw } of sent) await bench.sendAgain(hash, raw)
  await bench.mine(CONFIRMATIONS)
}
const usdtOf = (owner: string) => bench.test.ledger.balance(customerAccount(owner, 'USDT'))

const TABLES: Readonly<Record<string, { readonly key: string; readonly rowOf: (movement: Movement) => Promise<string> }>> = {
  'crypto.block': { key: 'number', rowOf: () => one(sql`SELECT max(number)::text AS id FROM crypto.block`) },
  'crypto.highest_block': { key: 'is_only', rowOf: async () => 'true' },
  'crypto.ether_look': { key: 'account_id', rowOf: async ({ customer }) => customer },
  'crypto.unrecognized': { key: 'account_id', rowOf: async ({ customer }) => customer },
  'crypto.unlisted_spam': { key: 'address', rowOf: async ({ own }) => own.toLowerCase() },
  'crypto.swept': { key: 'account_id', rowOf: async ({ customer }) => customer },
  'crypto.sweep': { key: 'account_id', rowOf: async ({ customer }) => customer },
}
const one = async (query: ReturnType<typeof sql<{ id: string }>>) => (await query.execute(bench.database.db)).rows[0]?.id ?? ''

/** As before the false value, by the owner of the database. */
const save = (table: string) =>
  sql.raw(`DROP TABLE IF EXISTS public.saved_rows; CREATE TABLE public.saved_rows AS SELECT * FROM ${table}`).execute(bench.database.owner)
const restore = (table: string) =>
  sql.raw(`DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM public.saved_rows`).execute(bench.database.owner)

/** Fault of a movement whose second deposit the chain lost permanently, and of one that came again; null when there is none. */
async function wrongOf({ customer }: Movement, comesAgain: boolean): Promise<string | null> {
  const { posted, available } = await usdtOf(customer)
  const most = comesAgain ? EARLIER + SENT : EARLIER
  return available <= most && posted <= EARLIER + SENT ? null : `${available} available and ${posted} posted, of ${most}`
}

async function round(table: string, change: Change | null, comesAgain: boolean) {
  const { key, rowOf } = TABLES[table] ?? { key: 'id', rowOf: async () => '' }
  const movement = await begin()
  await save(table)
  const isWritten = change !== null && (await write(bench.database.db, { table, key }, change, await rowOf(movement)))
  await chain.revert(movement.snapshot)
  await bench.mine(CONFIRMATIONS + 3)
  if (comesAgain) await sendAgain(movement)
  await workOn()
  const wrong = await wrongOf(movement, comesAgain)
  await restore(table)
  if (!comesAgain) await sendAgain(movement)
  await bench.mine(CONFIRMATIONS)
  await workOn()
  const { posted, available } = await usdtOf(movement.customer)
  const later = posted === EARLIER + SENT && available === posted ? null : `${posted} posted and ${available} available afterwards`
  return { isWritten, wrongs: [wrong, later].flatMap((text) => (text ? [`${describeChange(change)}: ${text}`] : [])) }
}

const WALKS = [
  { table: 'crypto.block' },
  { table: 'crypto.highest_block' },
  { table: 'crypto.ether_look' },
  { table: 'crypto.unrecognized' },
  { table: 'crypto.unlisted_spam' },
  { table: 'crypto.swept' },
  { table: 'crypto.sweep' },
]
it.each(WALKS)('E2 SEC-76 $table: a false value in any column credits nothing that the chain does not have', ({ table }) =>
  chain.anvil.whileAtRest(async () => {
    const changes: (Change | null)[] = [null, ...(await changesOf(bench.database.db, table, { bystander, more: MORE }))]
    const wrongs: string[] = []
    let written = 0
    for (const [at, change] of changes.entries()) {
      const done = await round(table, change, at % 2 === 0)
      wrongs.push(...done.wrongs)
      if (done.isWritten) written += 1
    }
    expect(wrongs).toEqual([])
    expect(await usdtOf(bystander)).toMatchObject({ posted: 0n, held: 0n })
    expect(written).toBeGreaterThan((changes.length - 1) / 3)
  }),
)
