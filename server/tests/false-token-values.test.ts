/**
 * Writes false values, by type, into every column that the product's database role may change in the tables that decide where tokens go,
 * one on each of many movements of a running product with its signer and chain, which then runs to the end (SEC-76,
 * docs/decisions/0075-destinations-of-money-are-sealed.md). Tokens go to their destination or stay: never to another address, never twice,
 * never to another customer.
 */
import type { CryptoWithdrawal } from '@tunjo/contract/crypto-withdrawals'
import { sql } from 'kysely'
import { type Address, encodeFunctionData, getAddress, type Hex, keccak256, parseAbiItem, toHex } from 'viem'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { jsonRpc } from '../../dev/embedded/chain/json-rpc.ts'
import { startTestChain, type TestChain } from '../../dev/embedded/chain/testing.ts'
import { createTestDatabase, type TestDatabase } from '../../dev/testing/database.ts'
import { ERC20_ABI } from '../src/chain/uniswap.ts'
import { announceEnd } from '../src/domains/money/blockchain/forging.testing.ts'
import { operationIdOf } from '../src/domains/money/blockchain/index.ts'
import { testSigner } from '../src/domains/money/blockchain/testing.ts'
import { createTestCrypto, type TestCrypto } from '../src/domains/money/crypto/testing.ts'
import { customerAccount } from '../src/domains/money/ledger/index.ts'
import { checkBooks } from '../src/domains/money/ledger/testing/check-books.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/database/ids.ts'
import { type Change, changesOf, describeChange, everyChangeOf, inTurns, write } from './false-values.testing.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })
const WAIT = { timeout: 20_000, interval: 50 }
const FEE = 500_000n
const FUNDED = 100_000_000n
/** From this amount on two officers have to agree. */
const REVIEW_FROM = 50_000_000n
const SETTINGS = { CRYPTO_WITHDRAWAL_REVIEW_FROM_USDT: '50', CRYPTO_WITHDRAWAL_FIRST_REVIEW_FROM_COP: '1000000000' }

let chain: TestChain
let database: TestDatabase
let test: TestCrypto
/** Account to which a false value would give tokens. */
let bystander: { readonly id: string; readonly wallet: Address; readonly savedAddressId: string; readonly depositAddress: Address }
let begunAt: bigint
beforeAll(async () => {
  chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
  database = await createTestDatabase()
  open()
  begunAt = await chain.client.getBlockNumber()
  const [id, wallet] = [newId(), walletOf('bystander')]
  const savedAddressId = await save(id, wallet)
  bystander = { id, wallet, savedAddressId, depositAddress: (await test.address(id)).address as Address }
  await test.crypto.follow()
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

function open(): void {
  test = createTestCrypto(database.connection, chain.env, SETTINGS)
}
/** Replace the started product by one that is not started, on the same database. */
async function reopen(): Promise<void> {
  await test.stop()
  open()
}
const walletOf = (name: string): Address => getAddress(`0x${keccak256(toHex(name)).slice(-40)}`)
const save = async (owner: string, address: Address): Promise<string> =>
  (
    await test.call<{ id: string }>('saveAddress', owner, {
      params: { userId: owner },
      body: { address, alias: 'Ledger', acceptsLookalike: true },
    })
  ).id
const balance = (owner: string) => test.ledger.balance(customerAccount(owner, 'USDT'))

/** Movement of a separate customer, with a unique amount. */
interface Movement {
  readonly rowId: string
  readonly customer: string
  readonly amount: bigint
  /** Its destination, by the chain or internal. */
  readonly address: Address
  readonly receiver: string | null
}
const all: Movement[] = []
let count = 0

async function withdrawal(from = 25_000_000n, receiver: string | null = null): Promise<Movement> {
  count += 1
  // No amount equals another, is twice another, or differs from another by one unit.
  const [customer, amount] = [newId(), from + BigInt(count * 3)]
  const address = receiver ? ((await test.address(receiver)).address as Address) : walletOf(`wallet ${count}`)
  await test.fund(customer, 'USDT', FUNDED)
  await save(customer, address)
  const operation = { id: newId(), hash: 'hash', isKeyless: false }
  const body = { amount, recipient: address, fee: undefined }
  const { id } = await test.call<CryptoWithdrawal>('transferUSDT', customer, { operation, body })
  return { rowId: id, customer, amount, address, receiver }
}
const inside = () => withdrawal(25_000_000n, newId())
const withdrawalInReview = () => withdrawal(REVIEW_FROM)

let sending: Promise<unknown> = Promise.resolve()
/** Serialised, since the nonces of one wallet follow each other. */
function sendInTurn(data: Hex): Promise<unknown> {
  sending = sending.then(() => chain.send('visitor', chain.deployment.tokens.USDT, data))
  return sending
}
/** Deposit of an outsider to the deposit address of a customer. */
async function deposit(): Promise<Movement> {
  count += 1
  const [customer, amount] = [newId(), 30_000_000n + BigInt(count * 3)]
  const address = (await test.address(customer)).address as Address
  const data = encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [address, amount] })
  await sendInTurn(data)
  await test.crypto.follow()
  const [row] = (await sql<{ id: string }>`SELECT id FROM crypto.deposit WHERE account_id = ${customer}`.execute(database.db)).rows
  return { rowId: row?.id ?? '', customer, amount, address, receiver: null }
}

/** Operations with the signer or the chain, or announced but not consumed. */
async function openWork(): Promise<number> {
  const found = await sql<{ count: number }>`SELECT (SELECT count(*) FROM blockchain.intent WHERE state = 'decided')
      + (SELECT count(*) FROM blockchain.chain_transaction WHERE state NOT IN ('confirmed', 'reverted', 'superseded'))
      + (SELECT count(*) FROM platform.event, platform.event_consumer WHERE name = 'crypto' AND coalesce(event.position > event_consumer.position, true))
      AS count`.execute(database.db)
  return Number(found.rows[0]?.count)
}
/** Process what waits now. */
async function sendNow(): Promise<void> {
  await sql`UPDATE crypto.withdrawal SET try_at = now() WHERE state IN ('REQUESTED', 'APPROVED')`.execute(database.db)
  for (let pass = 0; pass < 4; pass++) await test.crypto.send()
}
/** The signer has stored the signed bytes, but they were not sent. */
async function sign(movements: readonly Movement[]): Promise<void> {
  await sendNow()
  const role = openDatabase(database.signerConnection)
  await sql`INSERT INTO blockchain.seen_address (id, account_id, address, seen_at)
    SELECT id, account_id, address, now() FROM crypto.saved_address_to_note ON CONFLICT DO NOTHING`.execute(role.db)
  await role.close()
  const signer = testSigner(database.signerConnection, chain)
  for (const { rowId } of movements) expect(await signer.sign(operationIdOf('crypto.withdrawal', rowId))).toBe('stored')
  await signer.close()
}
/** Start the product and its signer. */
async function workToTheEnd(): Promise<void> {
  test.start()
  try {
    await sendNow()
    await test.crypto.followUndelivered()
    await expect.poll(openWork, WAIT).toBe(0)
  } finally {
    await reopen()
  }
}
async function followToTheEnd(): Promise<void> {
  await jsonRpc(chain.rpcUrl)('anvil_mine', ['0x8'])
  for (let round = 0; round < 3; round++) {
    await sql`UPDATE crypto.deposit SET try_at = now() WHERE state IN ('PENDING', 'IN_REVIEW', 'DISPUTED')`.execute(database.db)
    await test.crypto.follow()
  }
}
/** Announce ends as an attacker would who wants a movement to end again, and differently. */
async function announceEnds(movements: readonly Movement[]): Promise<void> {
  for (const state of ['reverted', 'confirmed'] as const)
    await inTurns(movements, ({ rowId: ref }) =>
      announceEnd(database.db, operationIdOf('crypto.withdrawal', ref), { kind: 'transfer', ref, state }),
    )
}

const TRANSFER = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
/** Transfers out of the hot wallet in this file. */
async function sentOut(): Promise<string[]> {
  const { tokens, hotWallet } = chain.deployment
  const address = [tokens.USDT, tokens.BTC, tokens.COPT]
  const logs = await chain.client.getLogs({ address, event: TRANSFER, args: { from: hotWallet }, fromBlock: begunAt })
  return logs.map((log) => `${log.address.toLowerCase() === tokens.USDT.toLowerCase() ? '' : log.address} ${log.args.to} ${log.args.value}`)
}
const sentFor = ({ address, amount }: Movement) => ` ${getAddress(address)} ${amount}`

/** Fault of a movement; null when its tokens reached their destination, or stayed. */
type WrongOf = (movement: Movement, sent: readonly string[]) => Promise<string | null>

const wrongOfWithdrawal: WrongOf = async (movement, sent) => {
  const { posted, held } = await balance(movement.customer)
  const total = movement.amount + FEE
  const isPaid = sent.includes(sentFor(movement))
  const isRight = isPaid ? posted === FUNDED - total || (posted === FUNDED && held === total) : posted === FUNDED
  return isRight ? null : `${isPaid ? 'paid' : 'not paid'}, with ${posted} posted and ${held} held of ${FUNDED} for ${total}`
}
const wrongOfReviewed: WrongOf = async (movement, sent) => {
  const { posted } = await balance(movement.customer)
  return posted === FUNDED && !sent.includes(sentFor(movement)) ? null : `it left without two officers, with ${posted} posted`
}
const wrongOfInside: WrongOf = async ({ customer, amount, receiver }) => {
  const [{ posted: left }, { posted: received }] = [await balance(customer), await balance(receiver ?? '')]
  const isRight = received === 0n ? left === FUNDED : received === amount && left === FUNDED - amount
  return isRight ? null : `${left} are left and ${received} were received of ${amount}`
}
const wrongOfDeposit: WrongOf = async ({ customer, amount }) => {
  const { posted } = await balance(customer)
  return posted === 0n || posted === amount ? null : `${posted} were credited instead of ${amount}`
}
const wrongOfCredit: WrongOf = async ({ customer, amount }) => {
  const { posted } = await balance(customer)
  return posted === amount ? null : `${posted} are left of ${amount}`
}

/** Check all movements so far: sent once each, and nothing else was sent. */
async function expectNothingElsewhere(sent: readonly string[]): Promise<void> {
  const expected = new Set(all.map(sentFor))
  expect(sent.filter((one) => !expected.has(one))).toEqual([])
  expect(sent.filter((one, at) => sent.indexOf(one) !== at)).toEqual([])
  for (const asset of ['USDT', 'BTC', 'COP'] as const)
    expect(await test.ledger.balance(customerAccount(bystander.id, asset))).toMatchObject({ posted: 0n, held: 0n })
}

interface Walk {
  readonly table: string
  readonly when: string
  make(): Promise<Movement>
  /** Advances the movements to this state before the change. */
  before?(movements: readonly Movement[]): Promise<unknown>
  /** Runs after the change, before the product continues. */
  after?(movements: readonly Movement[]): Promise<unknown>
  readonly workOn: () => Promise<void>
  readonly wrongOf: WrongOf
  /** State of the unchanged control movement at the end. */
  readonly ends: string
  /** The column that names the row. */
  readonly key?: string
}
const WITHDRAWAL = {
  table: 'crypto.withdrawal',
  make: () => withdrawal(),
  workOn: workToTheEnd,
  wrongOf: wrongOfWithdrawal,
  ends: 'CONFIRMED',
}
const OPERATION = { ...WITHDRAWAL, table: 'blockchain.chain_transaction', key: 'ref', ends: 'confirmed' }
const INSIDE = { ...WITHDRAWAL, make: inside, wrongOf: wrongOfInside }
const DEPOSIT = { table: 'crypto.deposit', make: deposit, workOn: followToTheEnd, ends: 'COMPLETED' }
const WALKS: readonly Walk[] = [
  { ...WITHDRAWAL, when: 'that waits' },
  { ...WITHDRAWAL, when: 'that the signer has', before: sendNow, after: announceEnds },
  { ...WITHDRAWAL, when: 'that is signed', before: sign, after: announceEnds },
  { ...WITHDRAWAL, when: 'that was paid', before: workToTheEnd, after: announceEnds },
  {
    ...WITHDRAWAL,
    when: 'that two officers have to release',
    make: withdrawalInReview,
    wrongOf: wrongOfReviewed,
    after: announceEnds,
    ends: 'IN_REVIEW',
  },
  { ...INSIDE, when: 'to another customer that waits', after: announceEnds },
  { ...INSIDE, when: 'that another customer has', before: sendNow, after: announceEnds },
  { ...OPERATION, when: 'of a withdrawal that is signed', before: sign, after: announceEnds },
  { ...OPERATION, when: 'of a withdrawal that was paid', before: workToTheEnd, after: announceEnds },
  { ...DEPOSIT, when: 'that waits', wrongOf: wrongOfDeposit },
  { ...DEPOSIT, when: 'that was credited', before: followToTheEnd, wrongOf: wrongOfCredit },
]

/** More values of columns that decide the recipient. */
const more = () => ({
  address: [`'${bystander.wallet.toLowerCase()}'`, `'${bystander.depositAddress.toLowerCase()}'`],
  saved_address_id: [`'${bystander.savedAddressId}'`],
  from_address: [`'${bystander.wallet.toLowerCase()}'`],
  asset: [`'BTC'`, `'COP'`],
})

it.each(WALKS)(
  'E2 SEC-76 $table $when: a false value in any column moves no tokens to another place',
  async ({ table, key = 'id', ...walk }) => {
    const changes: (Change | null)[] = [null, ...(await changesOf(database.db, table, { bystander: bystander.id, more: more() }))]
    const movements = await inTurns(changes, () => walk.make())
    all.push(...movements)
    await walk.before?.(movements)
    const written = await inTurns([...changes.entries()], async ([at, change]) =>
      change ? write(database.db, { table, key }, change, movements[at]?.rowId ?? '') : false,
    )
    await walk.after?.(movements)
    await walk.workOn()
    const sent = await sentOut()
    const wrongs = await inTurns(movements, (movement) => walk.wrongOf(movement, sent))
    expect(wrongs.flatMap((wrong, at) => (wrong ? [`${describeChange(changes[at])}: ${wrong}`] : []))).toEqual([])
    await expectNothingElsewhere(sent)
    // The control was not changed: it shows that the run worked. The database accepts most values.
    const control = await sql<{
      state: string
    }>`SELECT state FROM ${sql.table(table)} WHERE ${sql.ref(key)} = ${movements[0]?.rowId}`.execute(database.db)
    expect(control.rows[0]?.state).toBe(walk.ends)
    expect(written.filter(Boolean).length).toBeGreaterThan((changes.length - 1) / 2)
  },
)

it('E2 SEC-76 crypto.saved_address: a false value in any column sends no tokens to an address that its owner removed', async () => {
  const place = { table: 'crypto.saved_address' }
  const changes = await everyChangeOf(database.db, place.table, { bystander: bystander.id })
  expect(changes.length).toBeGreaterThan(2)
  for (const change of changes) {
    const [customer, address] = [newId(), walletOf(`removed ${describeChange(change)}`)]
    await test.fund(customer, 'USDT', FUNDED)
    const id = await save(customer, address)
    await test.call('deleteAddress', customer, { params: { userId: customer, id } })
    await write(database.db, place, change, id)
    const operation = { id: newId(), hash: 'hash', isKeyless: false }
    const asked = test.call('transferUSDT', customer, { operation, body: { amount: 25_000_000n, recipient: address, fee: undefined } })
    await expect(asked, describeChange(change)).rejects.toMatchObject({ refusal: { code: 'crypto.address_not_found' } })
  }
})
