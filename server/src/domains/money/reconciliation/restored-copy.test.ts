/**
 * G2: a restored copy of the database does not have the payments made after it. None of them is paid twice: officers see the transactions,
 * two of them book each, and only then the freeze is lifted. On a real chain and a real database, which is copied like a backup.
 */
import { once } from 'node:events'
import type { CryptoWithdrawal } from '@tunjo/contract/crypto-withdrawals'
import type { FoundTransaction } from '@tunjo/contract/found-transactions'
import { ASSET_CODES, ASSETS, type AssetCode } from '@tunjo/contract/money'
import { PERMISSIONS } from '@tunjo/contract/permissions'
import type { BooksState } from '@tunjo/contract/reconciliation'
import { sql } from 'kysely'
import { type Address, encodeFunctionData, formatUnits, getAddress } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as z from 'zod'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { afterKill } from '../../../../../dev/testing/after-kill.ts'
import { runTypeScript } from '../../../../../dev/testing/child-process.ts'
import { backUpTestDatabase, createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { backUpByCommand } from '../../../../../dev/testing/restored-database.ts'
import { DepositForwarderFactory } from '../../../../../solidity/artifacts.generated.ts'
import { changesOf } from '../../../../tests/false-values.testing.ts'
import { ERC20_ABI } from '../../../chain/uniswap.ts'
import { newId } from '../../../platform/database/ids.ts'
import { ApprovalOutcome } from '../../../platform/http/guards/approval.ts'
import { openTestBooks } from '../blockchain/evidence.testing.ts'
import type { FoundResult } from '../blockchain/index.ts'
import { testIntents } from '../blockchain/intents.testing.ts'
import { createTestBlockchain, testSigner } from '../blockchain/testing.ts'
import { saltOf } from '../crypto/addresses/deposit-address.ts'
import { createTestCrypto, type TestCrypto } from '../crypto/testing.ts'
import { type Account, customerAccount, systemAccount } from '../ledger/index.ts'
import { checkBooks } from '../ledger/testing/check-books.ts'
import { createReconciliation, type Reconciliation } from './index.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })
const WAIT = { timeout: 40_000, interval: 50 }
const WALLET = getAddress('0x52908400098527886e0f7030069857d2e4169ee7')
const REASON = 'La copia restaurada no conoce lo que salió después.'
const [FEE, DEPOSITED] = [500_000n, 100_000_000n]
/** Amounts of the withdrawals: known to the copy and paid, known and unsent, unknown. */
const [PAID, UNSENT, UNKNOWN] = [5_000_000n, 20_000_000n, 15_000_000n]
type Found = z.output<typeof FoundTransaction>

let chain: TestChain
let fresh: string
let database: TestDatabase
let test: TestCrypto
let books: Reconciliation
let customer: string
let original: TestDatabase | null
/** The withdrawal that the copy has and that was paid afterwards, and the first that it does not have. */
let unsent: string
let outside: bigint

beforeAll(async () => {
  chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
})
afterAll(() => chain.destroy())
beforeEach(async ({ task }) => {
  fresh = await chain.snapshot()
  customer = newId()
  original = null
  database = await createTestDatabase()
  open()
  await books.openBooks()
  outside = await received()
  await restoreCopy(task.name.includes('tunjo restore') ? byCommand : backUpTestDatabase)
})
afterEach(async () => {
  try {
    await checkBooks(test.ledger)
  } finally {
    await test.stop()
    await database.drop()
    if (original) await original.drop()
    await chain.revert(fresh)
  }
})

function open(): void {
  test = createTestCrypto(database.connection, chain.env)
  const { platform, ledger, blockchain, crypto, approvals } = test
  books = createReconciliation(platform, {
    ledger,
    blockchain,
    crypto,
    approvals,
    trading: { openTrades: async () => [], unprovedTrades: async () => [] },
    treasury: {
      openSweeps: async () => [],
      arrivalsBookedUntil: async () => null,
      arrivedIn: async () => ({ COP: 0n, BTC: 0n, USDT: 0n }),
    },
    payments: {
      paidForDeposit: async () => 0n,
      fundsAtProvider: async () => ({ booked: 0n, balance: 0n, taken: new Map() }),
      collectionAtBank: async () => null,
      unprovedRows: async () => [],
      takenBack: async () => [],
      anomalies: async () => [],
      unbookedPayments: async () => 0,
    },
    identity: { staff: { officersWith: async () => [] } as never, person: async () => null },
    notifications: { notify: async () => undefined },
  })
}

const received = () =>
  chain.client.readContract({ address: chain.deployment.tokens.USDT, abi: ERC20_ABI, functionName: 'balanceOf', args: [WALLET] })
const balance = () => test.ledger.balance(customerAccount(customer, 'USDT'))
async function ask(amount: bigint): Promise<string> {
  const operation = { id: newId(), hash: 'hash', isKeyless: false }
  return (await test.call<CryptoWithdrawal>('transferUSDT', customer, { operation, body: { amount, recipient: WALLET, fee: undefined } }))
    .id
}
const stateOf = async (id: string) => (await test.call<CryptoWithdrawal>('withdrawal', customer, { params: { id } })).state
const ended = (id: string, state = 'CONFIRMED') => expect.poll(() => stateOf(id), WAIT).toBe(state)

/** Its key is that of the test signer. */
const byCommand = (live: TestDatabase) => backUpByCommand(live, Buffer.alloc(32))

/** A deposit and a withdrawal, the copy, and two withdrawals that are paid after it. Then only the copy is left. */
async function restoreCopy(backUp: typeof backUpTestDatabase): Promise<void> {
  const { USDT } = chain.deployment.tokens
  const own = (await test.address(customer)).address as Address
  await test.crypto.follow()
  test.start()
  await chain.send('visitor', USDT, encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [own, DEPOSITED] }))
  await expect.poll(async () => (await balance()).posted, WAIT).toBe(DEPOSITED)
  const sweep = encodeFunctionData({ abi: DepositForwarderFactory.abi, functionName: 'sweep', args: [saltOf(customer), [USDT]] })
  await chain.send('visitor', chain.deployment.forwarderFactory, sweep)
  await test.call('saveAddress', customer, {
    params: { userId: customer },
    body: { address: WALLET, alias: 'Ledger', acceptsLookalike: false },
  })
  await ended(await ask(PAID))
  await test.stop()
  open()
  unsent = await ask(UNSENT)
  await test.stop()
  const backup = await backUp(database)
  database = backup.original
  open()
  test.start()
  // One after the other: the tests name the transactions by the order of their nonces.
  await ended(unsent)
  await ended(await ask(UNKNOWN))
  await test.stop()
  original = database
  database = backup.copy
  open()
  expect(await stateOf(unsent)).toBe('REQUESTED')
}

/** A swap of the original platform after the copy: returns the bought BTC, in base units. */
async function swapAfterTheCopy(sold: bigint): Promise<bigint> {
  if (!original) throw new Error('there is no original')
  const { BTC } = chain.deployment.tokens
  const ofWallet = { address: BTC, abi: ERC20_ABI, functionName: 'balanceOf', args: [chain.deployment.hotWallet] } as const
  const before = await chain.client.readContract(ofWallet)
  const platform = createTestBlockchain(original.connection, chain.env)
  const evidence = openTestBooks(platform.platform.db)
  const intents = testIntents(original, chain, evidence)
  platform.start()
  await intents.decide(await intents.swap({ sold }))
  await expect.poll(() => chain.client.readContract(ofWallet), WAIT).not.toBe(before)
  await evidence.close()
  await platform.stop()
  return (await chain.client.readContract(ofWallet)) - before
}

/** A burn of the original platform after the copy, for a withdrawal that the bank paid: returns the withdrawal. */
async function burnAfterTheCopy(amount: bigint): Promise<string> {
  if (!original) throw new Error('there is no original')
  const { COPT } = chain.deployment.tokens
  const supply = () =>
    chain.client.readContract({ address: COPT, abi: ERC20_ABI, functionName: 'balanceOf', args: [chain.deployment.hotWallet] })
  const before = await supply()
  const platform = createTestBlockchain(original.connection, chain.env)
  const evidence = openTestBooks(platform.platform.db)
  const intents = testIntents(original, chain, evidence)
  platform.start()
  const { ref } = await intents.decide(await intents.burn(amount))
  await expect.poll(supply, WAIT).toBe(before - amount)
  await evidence.close()
  await platform.stop()
  return ref
}
const differing = async () =>
  (
    await sql<{ check_name: string; asset: string; difference: string }>`SELECT check_name, asset, (actual - expected)::text AS difference
      FROM reconciliation.figure WHERE actual <> expected AND check_name LIKE 'chain.%' ORDER BY check_name`.execute(database.db)
  ).rows

/** The signer alone, so that it reads the chain before it gets the withdrawal. */
async function signerReadsChain(): Promise<void> {
  const signer = testSigner(database.signerConnection, chain)
  await signer.keepMoving('hot')
  await signer.close()
}
const pass = async () => {
  await books.reconcile()
  await books.reconcile()
}
const frozen = async () => [...new Set((await test.ledger.freezes()).map(({ asset }) => asset))]

const officer = () => ({ accountId: newId(), sessionId: newId(), authorities: ['ROLE_ADMIN'], permissions: PERMISSIONS })
function call<A>(name: string, given: object, caller = officer()): Promise<A> {
  const routes = [...books.routes, ...test.crypto.routes, ...test.approvals.routes]
  const route = routes.find((one) => one.name === name)
  if (!route) throw new Error(`no route ${name}`)
  const asked = { caller, http: { ip: '::1', headers: {} }, query: { pageIndex: 0, size: 100 }, ...given }
  return route.handle(asked as never) as Promise<A>
}
const code = (of: Promise<unknown>) =>
  of.then(
    () => 'done',
    (error) => error.refusal?.code ?? String(error),
  )
const list = async () => (await call<{ results: Found[] }>('foundTransactions', {})).results
const proposed = (answer: unknown): string => {
  if (!(answer instanceof ApprovalOutcome) || answer.outcome.isDone) throw new Error('it did not wait for a second officer')
  return answer.outcome.waiting.approvalRequestId
}
const propose = async (hash: string, withdrawalId: string | null) => {
  const target = withdrawalId ? 'withdrawal' : 'suspense'
  return proposed(await call('bookFound', { params: { hash }, body: { target, withdrawalId, reason: REASON } }))
}
const approve = (id: string, checker = officer()) => call('approve', { params: { id }, body: { note: 'Vimos la red.' } }, checker)
const lift = (asset: AssetCode = 'USDT') => call('liftFreeze', { params: { asset }, body: { reason: REASON } })
const hashOf = async (amount: bigint) => {
  const units = `-${amount / 1_000_000n}`
  const one = (await list()).find(({ moved }) => moved[0]?.amount === units)
  if (!one) throw new Error(`no found transaction of ${units}`)
  return one.hash
}
const closeDifferences = async () => {
  const { results } = await call<{ results: { id: string; state: string }[] }>('differences', {})
  for (const { id } of results.filter(({ state }) => state === 'open'))
    await call('endDifference', { params: { id }, body: { outcome: 'closed', reason: REASON } })
}

it('G2b R18 a withdrawal that the copy has as unsent is not paid again, though the signer read the chain before it got it', async () => {
  await signerReadsChain()
  test.start()
  await ended(unsent)
  expect((await received()) - outside).toBe(PAID + UNSENT + UNKNOWN)
  expect(await balance()).toMatchObject({ posted: DEPOSITED - PAID - UNSENT - 2n * FEE, held: 0n })
})

it('G2c R18 signing stops, two officers book the transactions unknown to the copy, the freeze is lifted, and new withdrawals are paid', async () => {
  const nonce = await chain.client.getTransactionCount({ address: chain.deployment.hotWallet })
  await signerReadsChain()
  await pass()
  expect(await frozen()).toEqual(['USDT'])
  test.start()
  await expect.poll(async () => (await list()).map(({ waits }) => waits), WAIT).toEqual(['officers', 'officers'])
  const [lost, mine] = await list()
  for (const [pageIndex, one] of [lost, mine, undefined].entries()) {
    const page = await call<{ results: Found[] }>('foundTransactions', { query: { pageIndex, size: 1 } })
    expect(page).toMatchObject({ results: one ? [{ hash: one.hash }] : [], total: 2, pagesNumber: 2 })
  }
  expect(mine).toMatchObject({
    wallet: 'hot',
    moved: [{ asset: 'USDT', place: 'hot', amount: '-20' }],
    receiver: WALLET,
    candidates: [{ id: unsent, accountId: customer, isNamed: true }],
    bookable: ['withdrawal'],
    booked: null,
  })
  expect(lost).toMatchObject({ moved: [{ asset: 'USDT', amount: '-15' }], receiver: WALLET, candidates: [], bookable: ['suspense'] })
  expect(mine?.nonce).toBe(nonce - 2)
  // No paid withdrawal is returned, and no explanation lifts the freeze over it.
  expect(await code(test.call('cancelWithdrawal', customer, { params: { id: unsent } }))).toBe('crypto.withdrawal_not_cancellable')
  expect(await code(call('liftFreeze', { params: { asset: 'USDT' }, body: { reason: REASON } }))).toBe('reconciliation.differences_open')
  expect(await code(propose(mine?.hash ?? '', null))).toBe('crypto.found_not_bookable')
  await approve(await propose(mine?.hash ?? '', unsent))
  await ended(unsent)
  await approve(await propose(lost?.hash ?? '', null))
  expect((await test.ledger.balance(systemAccount('unidentified_transfers', 'USDT'))).posted).toBe(-UNKNOWN)
  expect((await list()).map(({ waits, booked }) => [waits, booked?.target])).toEqual([['booked', 'suspense']])
  await pass()
  expect(await differing()).toEqual([])
  await closeDifferences()
  await approve(proposed(await lift()))
  expect(await frozen()).toEqual([])
  await ended(await ask(7_000_000n))
  expect((await received()) - outside).toBe(PAID + UNSENT + UNKNOWN + 7_000_000n)
  expect(await chain.client.getTransactionCount({ address: chain.deployment.hotWallet })).toBe(nonce + 1)
})

it('G2 R41 the drill: a copy by tunjo restore stays frozen until it is compared and booked, then signing resumes and nothing is paid twice', async () => {
  const nonce = await chain.client.getTransactionCount({ address: chain.deployment.hotWallet })
  expect((await frozen()).toSorted()).toEqual(['BTC', 'COP', 'USDT'])
  const ours = await call<BooksState>('state', {})
  expect(ours.balance.map(({ frozenBy }) => frozenBy)).toEqual([['restored'], ['restored'], ['restored']])
  expect(await code(ask(7_000_000n))).toBe('ledger.asset_frozen')
  for (const asset of ASSET_CODES) expect(await code(lift(asset))).toBe('reconciliation.not_compared')
  await signerReadsChain()
  await books.reconcile()
  // One pass found the missing payments, and opened no difference yet.
  expect(await code(lift())).toBe('reconciliation.differences_open')
  test.start()
  await expect.poll(async () => (await list()).map(({ waits }) => waits), WAIT).toEqual(['officers', 'officers'])
  await pass()
  expect(await code(lift())).toBe('reconciliation.differences_open')
  await approve(await propose(await hashOf(UNSENT), unsent))
  await ended(unsent)
  await approve(await propose(await hashOf(UNKNOWN), null))
  await pass()
  await closeDifferences()
  for (const asset of ASSET_CODES) await approve(proposed(await lift(asset)))
  expect(await frozen()).toEqual([])
  await ended(await ask(7_000_000n))
  expect((await received()) - outside).toBe(PAID + UNSENT + UNKNOWN + 7_000_000n)
  expect(await balance()).toMatchObject({ posted: DEPOSITED - PAID - UNSENT - 7_000_000n - 3n * FEE, held: 0n })
  expect(await chain.client.getTransactionCount({ address: chain.deployment.hotWallet })).toBe(nonce + 1)
})

it('G2b a difference that an officer explains lifts no freeze while a found transaction of the asset is not booked', async () => {
  await signerReadsChain()
  await pass()
  const { results } = await call<{ results: { id: string }[] }>('differences', {})
  for (const { id } of results) await call('endDifference', { params: { id }, body: { outcome: 'explained', reason: REASON } })
  expect(await code(lift())).toBe('reconciliation.found_open')
})

describe('G2b a booking', () => {
  beforeEach(signerReadsChain)

  it('is made once: of two concurrent approvals one counts, and neither transaction nor withdrawal is booked again', async () => {
    const [hash, other] = [await hashOf(UNSENT), await hashOf(UNKNOWN)]
    const request = await propose(hash, unsent)
    expect(await code(propose(hash, unsent))).toBe('approvals.already_waiting')
    const answers = await Promise.all([code(approve(request)), code(approve(request))])
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1)
    expect(await code(propose(hash, unsent))).toBe('crypto.found_not_bookable')
    expect(await code(propose(other, unsent))).toBe('crypto.found_not_bookable')
    test.start()
    await ended(unsent)
    expect((await received()) - outside).toBe(PAID + UNSENT + UNKNOWN)
  })

  it('of a transaction that names a lost withdrawal may be for the one that its customer requested again', async () => {
    const again = await ask(UNKNOWN)
    const hash = await hashOf(UNKNOWN)
    expect((await list()).find((one) => one.hash === hash)).toMatchObject({
      candidates: [{ id: again, isNamed: false }],
      bookable: ['withdrawal', 'suspense'],
    })
    await approve(await propose(hash, again))
    test.start()
    await ended(again)
    expect((await received()) - outside).toBe(PAID + UNSENT + UNKNOWN)
  })

  it('waits for final confirmations, and refuses when the chain no longer agrees with the officers’ view', async () => {
    const hash = await hashOf(UNKNOWN)
    const { readFound } = test.blockchain
    const says = (change: (word: FoundResult) => FoundResult) =>
      Object.assign(test.blockchain, {
        readFound: async (found: Parameters<typeof readFound>[0]) =>
          new Map([...(await readFound(found))].map(([one, word]) => [one, change(word)])),
      })
    const moved = (word: FoundResult): FoundResult =>
      word.said === 'final' ? { ...word, receipt: { ...word.receipt, blockHash: `0x${'9'.repeat(64)}` } } : word
    const changes = [() => ({ said: 'shallow' }) as const, () => ({ said: 'nothing' }) as const, moved]
    for (const change of changes) {
      says((word) => word)
      const request = await propose(hash, null)
      says(change)
      expect(await code(approve(request))).toBe('approvals.facts_changed')
      if (change === moved) continue
      expect(await code(propose(hash, null))).toBe('crypto.found_not_bookable')
      expect((await list()).filter(({ bookable }) => bookable.length > 0)).toEqual([])
    }
    expect((await test.ledger.balance(systemAccount('unidentified_transfers', 'USDT'))).posted).toBe(0n)
  })

  it('R17 killed while two officers book it, and while the signer adopts it, the withdrawal is settled once and never paid again', async () => {
    const request = await propose(await hashOf(UNSENT), unsent)
    for (const point of ['crypto.found_booked', 'blockchain.found_taken_back']) {
      await test.stop()
      await killedAt(point, request)
      open()
    }
    test.start()
    if ((await stateOf(unsent)) === 'REQUESTED') await approve(request)
    await ended(unsent)
    expect((await received()) - outside).toBe(PAID + UNSENT + UNKNOWN)
    expect(await balance()).toMatchObject({ posted: DEPOSITED - PAID - UNSENT - 2n * FEE, held: 0n })
  })

  it('SEC-76 without two officers books nothing: the product’s role can change no column of one, and a row that it inserts is reported', async () => {
    const hash = await hashOf(UNSENT)
    expect(await changesOf(database.db, 'crypto.found_booking', { bystander: newId() })).toEqual([])
    const errorLog = vi.spyOn(test.platform.log, 'error')
    for (const withdrawalId of [null, unsent])
      await sql`INSERT INTO crypto.found_booking (id, hash, block_hash, withdrawal_id, moved, maker_id, checker_id, at, seal)
        VALUES (${newId()}, ${hash}, '0x', ${withdrawalId}, '', ${newId()}, ${newId()}, 'infinity', 'x')`.execute(database.db)
    expect((await list()).map(({ waits }) => waits)).toEqual(['officers', 'officers'])
    expect(errorLog.mock.calls.some(([facts]) => JSON.stringify(facts).includes('found_booking'))).toBe(true)
    await approve(await propose(hash, unsent))
    test.start()
    await ended(unsent)
    expect((await received()) - outside).toBe(PAID + UNSENT + UNKNOWN)
  })
})

describe('ADM-15 G2 what two officers booked to suspense', () => {
  let hash: string
  const posted = async (name: string) => (await test.ledger.balance(systemAccount(name, 'USDT'))).posted
  const settle = (accountId: string | null, caller = officer()) => {
    const target = accountId ? 'customer' : 'platform'
    return call('settleFound', { params: { hash }, body: { target, accountId, reason: REASON } }, caller)
  }
  const events = async () =>
    (
      await sql<{
        body: { isCharged: boolean; amount: string }
      }>`SELECT payload AS body FROM platform.event WHERE type = 'crypto.found_settled'`.execute(database.db)
    ).rows.map(({ body }) => body)

  beforeEach(async () => {
    await signerReadsChain()
    hash = await hashOf(UNKNOWN)
    expect(await code(settle(customer))).toBe('crypto.found_not_settleable')
    await approve(await propose(hash, null))
  })

  it('R17 is charged to its customer once, despite fifty proposals and twenty approvals at once', async () => {
    const before = (await balance()).posted
    expect((await list()).find((one) => one.hash === hash)).toMatchObject({ isSettleable: true, settled: null })
    expect(await code(settle(customer, { ...officer(), accountId: customer }))).toBe('approvals.person_concerned')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => settle(customer).catch((error) => error.refusal?.code ?? String(error))),
    )
    const waiting = answers.filter((answer) => answer instanceof ApprovalOutcome)
    expect(waiting).toHaveLength(1)
    expect([...new Set(answers.filter((answer) => !(answer instanceof ApprovalOutcome)))]).toEqual(['approvals.already_waiting'])
    const request = proposed(waiting[0])
    const approved = await Promise.all(Array.from({ length: 20 }, () => code(approve(request))))
    expect(approved.filter((answer) => answer === 'done')).toHaveLength(1)
    expect(before - (await balance()).posted).toBe(UNKNOWN)
    expect(await posted('unidentified_transfers')).toBe(0n)
    expect((await list()).find((one) => one.hash === hash)).toMatchObject({
      isSettleable: false,
      settled: { target: 'customer', accountId: customer },
    })
    expect(await events()).toMatchObject([{ isCharged: true, amount: String(UNKNOWN) }])
    for (const accountId of [customer, null]) expect(await code(settle(accountId))).toBe('crypto.found_not_settleable')
  })

  it('is refused for a customer without identity or balance, also when the balance was spent after the proposal', async () => {
    expect(await code(settle(newId()))).toBe('crypto.found_balance_short')
    test.limits.refusal = { code: 'limits.not_verified', params: {} }
    expect(await code(settle(customer))).toBe('crypto.found_customer_unknown')
    test.limits.refusal = null
    const request = proposed(await settle(customer))
    await ask((await balance()).posted - (await balance()).held - UNKNOWN)
    expect(await code(approve(request))).toBe('approvals.execution_failed')
    expect(await posted('unidentified_transfers')).toBe(-UNKNOWN)
    expect(await events()).toEqual([])
  })

  it('OPS-10 the gauges of suspense count it with its age until two officers settle it, and no forged settlement hides it', async () => {
    expect(await test.crypto.suspenseFigures.read()).toMatchObject({ unsettled: 1 })
    const { rows } = await sql<{ at: Date }>`SELECT at FROM crypto.found_booking WHERE hash = ${hash}`.execute(database.db)
    const later = vi.spyOn(test.platform.clock, 'now').mockReturnValue(new Date((rows[0]?.at.getTime() ?? 0) + 7_200_000))
    expect(await test.crypto.suspenseFigures.read()).toEqual({ unsettled: 1, oldest_age_seconds: 7_200 })
    later.mockRestore()
    await sql`INSERT INTO crypto.found_settlement (id, hash, booking_id, account_id, moved, maker_id, checker_id, at, seal)
      SELECT ${newId()}, hash, id, ${customer}, moved, ${newId()}, ${newId()}, at, 'x' FROM crypto.found_booking
      WHERE hash = ${hash}`.execute(database.db)
    expect(await test.crypto.suspenseFigures.read()).toMatchObject({ unsettled: 1 })
    await approve(proposed(await settle(null)))
    expect(await test.crypto.suspenseFigures.read()).toEqual({ unsettled: 0, oldest_age_seconds: 0 })
  })

  it('is borne by the platform when it is of no customer', async () => {
    const [float, before] = [await posted('float'), (await balance()).posted]
    await approve(proposed(await settle(null)))
    expect(await posted('unidentified_transfers')).toBe(0n)
    expect((await posted('float')) - float).toBe(-UNKNOWN)
    expect((await balance()).posted).toBe(before)
    expect((await list()).find((one) => one.hash === hash)?.settled).toMatchObject({ target: 'platform', accountId: null })
    expect(await events()).toEqual([])
  })

  it('ADM-15 credits what a lost swap brought and charges what it cost: on the chain, in the ledger, for the officers and the customer', async () => {
    const sold = 2_000_000n
    const bought = await swapAfterTheCopy(sold)
    await signerReadsChain()
    // It is final some blocks after it was sent.
    const ofSwap = async () =>
      (await list()).find(({ bookable, moved }) => bookable.length > 0 && moved.some(({ asset }) => asset === 'BTC'))
    await expect.poll(ofSwap, WAIT).toBeDefined()
    const found = await ofSwap()
    expect(found?.moved).toEqual(
      expect.arrayContaining([
        { asset: 'USDT', place: 'hot', amount: '-2' },
        { asset: 'BTC', place: 'hot', amount: formatUnits(bought, ASSETS.BTC.scale) },
      ]),
    )
    hash = found?.hash ?? ''
    await approve(await propose(hash, null))
    await approve(await propose(await hashOf(UNSENT), unsent))
    test.start()
    await ended(unsent)
    const [usdt, btc] = [(await balance()).posted, await test.ledger.balance(customerAccount(customer, 'BTC'))]
    expect([await posted('unidentified_transfers'), btc.posted]).toEqual([-UNKNOWN - sold, 0n])
    const request = proposed(await settle(customer))
    const answers = await Promise.all(Array.from({ length: 10 }, () => code(approve(request))))
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1)
    expect([usdt - (await balance()).posted, (await test.ledger.balance(customerAccount(customer, 'BTC'))).posted]).toEqual([sold, bought])
    expect([
      await posted('unidentified_transfers'),
      (await test.ledger.balance(systemAccount('unidentified_transfers', 'BTC'))).posted,
    ]).toEqual([-UNKNOWN, 0n])
    expect(await events()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ accountId: customer, asset: 'USDT', amount: String(sold), isCharged: true }),
        expect.objectContaining({ accountId: customer, asset: 'BTC', amount: String(bought), isCharged: false }),
      ]),
    )
    expect((await list()).find((one) => one.hash === hash)).toMatchObject({
      isSettleable: false,
      settled: { target: 'customer', accountId: customer },
    })
    expect(await code(settle(customer))).toBe('crypto.found_not_settleable')
    await pass()
    expect(await differing()).toEqual([])
  })

  it('ADM-15 R5 ends the difference of burned COPT whose withdrawal to a bank no book has, and its customer or the platform pays for it', async () => {
    const burned = 300_000n
    const ref = await burnAfterTheCopy(burned)
    await signerReadsChain()
    await approve(await propose(await hashOf(UNSENT), unsent))
    test.start()
    await ended(unsent)
    const ofBurn = async () =>
      (await list()).find(({ moved, waits }) => waits !== 'confirmations' && moved.some(({ place }) => place === 'supply'))
    await expect.poll(ofBurn, WAIT).toBeDefined()
    hash = (await ofBurn())?.hash ?? ''
    await pass()
    expect(await frozen()).toContain('COP')
    expect((await differing()).map(({ check_name, difference }) => [check_name, difference])).toEqual([
      ['chain.hot', String(-burned)],
      ['chain.supply', String(-burned)],
    ])
    // While its withdrawal is in the books, its payment ends it, and nothing else.
    test.awaitingBurn.push(ref)
    expect(await ofBurn()).toMatchObject({ waits: 'payment', bookable: [] })
    expect(await code(propose(hash, null))).toBe('crypto.found_not_bookable')
    test.awaitingBurn.pop()
    expect(await ofBurn()).toMatchObject({ waits: 'officers', bookable: ['suspense'] })
    expect(await code(call('liftFreeze', { params: { asset: 'COP' }, body: { reason: REASON } }))).not.toBe('done')
    await approve(await propose(hash, null))
    await pass()
    expect(await differing()).toEqual([])
    const pesos = async (account: Account) => (await test.ledger.balance(account)).posted
    expect(await pesos(systemAccount('unidentified_transfers', 'COP'))).toBe(-burned)
    // A frozen balance pays nothing: the freeze is lifted first, since the books agree.
    await closeDifferences()
    await approve(proposed(await call('liftFreeze', { params: { asset: 'COP' }, body: { reason: REASON } })))
    expect(await frozen()).not.toContain('COP')
    const [own, float] = [customerAccount(customer, 'COP'), systemAccount('float', 'COP')]
    await test.ledger.post([{ kind: 'post', id: newId(), code: 'test.moved', amount: burned, debit: float, credit: own }])
    await approve(proposed(await settle(customer)))
    expect([await pesos(own), await pesos(systemAccount('unidentified_transfers', 'COP'))]).toEqual([0n, 0n])
    await pass()
    expect(await differing()).toEqual([])
  })

  it('R17 is charged once when the process is killed while two officers settle it', async () => {
    const before = (await balance()).posted
    const request = proposed(await settle(customer))
    await test.stop()
    await killedAt('crypto.found_settled', request)
    open()
    expect((await balance()).posted).toBe(before)
    await approve(request)
    expect(before - (await balance()).posted).toBe(UNKNOWN)
    expect(await posted('unidentified_transfers')).toBe(0n)
  })

  it('SEC-76 is settled by no row that the product’s role writes, and the forged row is logged', async () => {
    expect(await changesOf(database.db, 'crypto.found_settlement', { bystander: newId() })).toEqual([])
    const logged = vi.spyOn(test.platform.log, 'error')
    await sql`INSERT INTO crypto.found_settlement (id, hash, booking_id, account_id, moved, maker_id, checker_id, at, seal)
      SELECT ${newId()}, hash, id, ${customer}, moved, ${newId()}, ${newId()}, 'infinity', 'x' FROM crypto.found_booking
      WHERE hash = ${hash}`.execute(database.db)
    expect((await list()).find((one) => one.hash === hash)).toMatchObject({ isSettleable: true, settled: null })
    expect(logged.mock.calls.some(([facts]) => JSON.stringify(facts).includes('found_settlement'))).toBe(true)
    await approve(proposed(await settle(customer)))
    expect(await posted('unidentified_transfers')).toBe(0n)
  })
})

async function killedAt(point: string, request: string): Promise<void> {
  process.env.FAULT_AT = point
  const { child } = runTypeScript(new URL('../crypto/withdraw-child.testing.ts', import.meta.url), [
    JSON.stringify({ connection: database.connection, env: chain.env, step: 'approve', request }),
  ])
  delete process.env.FAULT_AT
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
  await afterKill(database.db)
}
