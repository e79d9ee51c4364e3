/**
 * Kill rounds of tokens and trades (R17): in each a process trades, withdraws, scans or sweeps until it dies at a failpoint, on the
 * database and the chain that the earlier rounds left behind. Finally every request is done once: on the chain and in the ledger.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { PERMISSIONS } from '@tunjo/contract/permissions'
import { sql } from 'kysely'
import { type Address, encodeFunctionData, getAddress, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ERC20_ABI } from '../../server/src/chain/uniswap.ts'
import { createTestCrypto, type TestCrypto } from '../../server/src/domains/money/crypto/testing.ts'
import { customerAccount, systemAccount } from '../../server/src/domains/money/ledger/index.ts'
import { createTestTrading, type TestTrading } from '../../server/src/domains/money/trading/testing.ts'
import { createTestTreasury, type TestTreasury } from '../../server/src/domains/money/treasury/testing.ts'
import { newId } from '../../server/src/platform/database/ids.ts'
import type { ApprovalOutcome } from '../../server/src/platform/http/guards/approval.ts'
import { jsonRpc } from '../embedded/chain/json-rpc.ts'
import { startTestChain, type TestChain } from '../embedded/chain/testing.ts'
import { afterKill } from '../testing/after-kill.ts'
import { runTypeScript } from '../testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { drawPoints, ROUNDS, ROUNDS_TIMEOUT_MS } from './rounds.testing.ts'

type Scenario = 'trade' | 'withdraw' | 'inside' | 'cancel' | 'approve' | 'deposit' | 'sweep' | 'arrival'
const POINTS: readonly (readonly [point: string, scenario: Scenario])[] = [
  ['units.decided', 'trade'],
  ['units.written', 'trade'],
  ['trading.committed', 'trade'],
  ['trading.before_settled', 'trade'],
  ['trading.settled', 'trade'],
  ['blockchain.reserved', 'trade'],
  ['blockchain.signed', 'withdraw'],
  ['blockchain.stored', 'trade'],
  ['blockchain.broadcast', 'withdraw'],
  ['crypto.withdrawal_recorded', 'withdraw'],
  ['crypto.withdrawal_held', 'withdraw'],
  ['crypto.withdrawal_sending', 'withdraw'],
  ['crypto.withdrawal_handed_over', 'withdraw'],
  ['crypto.withdrawal_settled', 'withdraw'],
  ['crypto.withdrawal_followed', 'withdraw'],
  ['crypto.withdrawal_moved_inside', 'inside'],
  ['crypto.withdrawal_given_back', 'cancel'],
  ['crypto.withdrawal_decided', 'approve'],
  ['crypto.block_read', 'deposit'],
  ['crypto.block_written', 'deposit'],
  ['crypto.block_stored', 'deposit'],
  ['crypto.credit_posted', 'deposit'],
  ['crypto.credited', 'deposit'],
  ['treasury.agreed', 'sweep'],
  ['treasury.sweep_handing_over', 'sweep'],
  ['treasury.sweep_handed_over', 'sweep'],
  ['treasury.sweep_settled', 'sweep'],
  ['treasury.sweep_followed', 'sweep'],
  ['treasury.arrivals_booking', 'arrival'],
  ['treasury.arrivals_booked', 'arrival'],
]
const PROGRAMS = {
  trade: new URL('../../server/src/domains/money/trading/crash-child.testing.ts', import.meta.url),
  token: new URL('../../server/src/domains/money/crypto/withdraw-child.testing.ts', import.meta.url),
  scan: new URL('../../server/src/domains/money/crypto/crash-child.testing.ts', import.meta.url),
  treasury: new URL('../../server/src/domains/money/treasury/sweep-child.testing.ts', import.meta.url),
}
/** A busy machine takes half a minute to begin a process. */
const PATIENCE_MS = 90_000
const DONE = { timeout: 60_000, interval: 100 }
const [USDT, BTC] = [1_000_000n, 100_000_000n]
const FEE = 500_000n
const WALLET = getAddress('0x52908400098527886e0f7030069857d2e4169ee7')
const REASON = 'Revisamos el destino y el origen.'
const [COPT, USDT_TOKEN] = [0, 31]

let chain: TestChain
let database: TestDatabase
let trading: TestTrading
let crypto: TestCrypto
let treasury: TestTreasury
/** Receiver of internal transfers, and of deposits from the chain. */
const receiver = newId()
let coldBefore: bigint
let walletBefore: bigint

beforeAll(async () => {
  chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
  database = await createTestDatabase()
  trading = await createTestTrading(database.connection, chain.env)
  crypto = createTestCrypto(database.connection, chain.env)
  treasury = createTestTreasury(database.connection, chain.env)
  // Initial positions from which the chain is followed.
  await Promise.all([treasury.treasury.follow(), crypto.crypto.follow()])
  await chain.send('hot', chain.deployment.tokens.BTC, transfer(coldWallet(), BTC))
  ;[coldBefore, walletBefore] = [await onChain(coldWallet(), 'BTC'), await onChain(WALLET, 'USDT')]
})
afterAll(async () => {
  await Promise.all([trading.stop(), crypto.stop(), treasury.stop()])
  await database.drop()
  await chain.destroy()
})

const onChain = (of: Address, token: 'USDT' | 'BTC' | 'COPT') =>
  chain.client.readContract({ address: chain.deployment.tokens[token], abi: ERC20_ABI, functionName: 'balanceOf', args: [of] })
const transfer = (to: Address, amount: bigint) => encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [to, amount] })
const coldWallet = (): Address => {
  const { coldWallet: wallet } = chain.deployment
  if (!wallet) throw new Error('the demo has a cold wallet')
  return wallet
}
const officer = () => ({ accountId: newId(), sessionId: newId(), authorities: ['ROLE_ADMIN'], permissions: PERMISSIONS })
const http = { ip: '::1', headers: {} }

/** False when it had to be killed because it never reached the failpoint. */
async function diesAt(point: string, program: URL, given: object): Promise<boolean> {
  const { child, kill } = runTypeScript(program, [JSON.stringify({ connection: database.connection, env: chain.env, ...given })], {
    FAULT_AT: point,
  })
  const isOver = () => child.signalCode !== null || child.exitCode !== null
  if (!isOver()) await Promise.race([once(child, 'exit'), sleep(PATIENCE_MS, undefined, { ref: false })])
  const isReached = isOver()
  await kill()
  await afterKill(database.owner)
  return isReached
}

interface Request {
  readonly isReached: boolean
  /** Repeats the request as a client without an answer; called once, after the rounds, when everything runs. */
  repeat(): Promise<unknown>
  isDone(): Promise<boolean>
  /** Amount that reaches the saved wallet, the cold one and the receiver. */
  readonly paid?: bigint
  readonly swept?: bigint
  readonly received?: bigint
}
const nothing = async () => undefined
/** Customer with dollars, who saved the wallet and the deposit address of the receiver. */
async function owner(usdt: bigint): Promise<string> {
  const id = newId()
  await crypto.fund(id, 'USDT', usdt)
  const { address } = await crypto.address(receiver)
  for (const [destination, alias] of [
    [WALLET, 'Ledger'],
    [address, 'Amiga'],
  ] as const)
    await crypto.call('saveAddress', id, { params: { userId: id }, body: { address: destination, alias, acceptsLookalike: true } })
  return id
}
const stateOf = (of: string, id: string) =>
  crypto.call<{ state: string }>('withdrawal', of, { params: { id } }).then(
    ({ state }) => state,
    () => 'NONE',
  )
const ask = (of: string, id: string, amount: bigint, recipient: string = WALLET) =>
  crypto.call('transferUSDT', of, { operation: { id, hash: 'hash', isKeyless: false }, body: { amount, recipient } })
/** Whether exactly this is left of their balance. */
const has = async (of: string, usdt: bigint): Promise<boolean> => {
  const { posted, held } = await crypto.ledger.balance(customerAccount(of, 'USDT'))
  return posted === usdt && held === 0n
}

async function trade(point: string): Promise<Request> {
  const [accountId, operationId] = [newId(), newId()]
  await trading.fund(accountId, 'COP', 10_000_000n)
  const body = { tradeType: 'input' as const, tokenIn: COPT, tokenOut: USDT_TOKEN, amountIn: '100000' }
  const isReached = await diesAt(point, PROGRAMS.trade, { accountId, body, operationId })
  const isDone = async () => {
    const { state, amount_out: bought } = await trading.tradeById(accountId, operationId)
    const { posted } = await trading.ledger.balance(customerAccount(accountId, 'USDT'))
    return (
      state === 'settled' &&
      posted === parseUnits(bought, 6) &&
      (await trading.ledger.balance(customerAccount(accountId, 'COP'))).posted === 0n
    )
  }
  return { isReached, repeat: () => trading.trade(accountId, body, operationId), isDone }
}
async function withdraw(point: string): Promise<Request> {
  const [customer, id] = [await owner(50n * USDT), newId()]
  const isReached = await diesAt(point, PROGRAMS.token, { customer, id, recipient: WALLET })
  const isDone = async () => (await stateOf(customer, id)) === 'CONFIRMED' && has(customer, 40n * USDT - FEE)
  return { isReached, repeat: () => ask(customer, id, 10n * USDT), isDone, paid: 10n * USDT }
}
async function inside(point: string): Promise<Request> {
  const [customer, id] = [await owner(50n * USDT), newId()]
  const recipient = (await crypto.address(receiver)).address
  const isReached = await diesAt(point, PROGRAMS.token, { customer, id, recipient })
  const isDone = async () => (await stateOf(customer, id)) === 'CONFIRMED' && has(customer, 40n * USDT)
  return { isReached, repeat: () => ask(customer, id, 10n * USDT, recipient), isDone, received: 10n * USDT }
}
async function cancel(point: string): Promise<Request> {
  const [customer, id] = [await owner(50n * USDT), newId()]
  await ask(customer, id, 12n * USDT)
  await sql`UPDATE crypto.withdrawal SET try_at = now() + interval '1 day' WHERE id = ${id}`.execute(database.db)
  const isReached = await diesAt(point, PROGRAMS.token, { customer, id, step: 'cancel' })
  const repeat = () => crypto.call('cancelWithdrawal', customer, { params: { id } })
  return { isReached, repeat, isDone: async () => (await stateOf(customer, id)) === 'CANCELLED' && has(customer, 50n * USDT) }
}
async function approve(point: string): Promise<Request> {
  const [customer, id] = [await owner(6_000n * USDT), newId()]
  await ask(customer, id, 5_000n * USDT)
  const body = { withdrawalIds: [id], decision: 'approve', reason: REASON }
  const { outcome } = await crypto.call<ApprovalOutcome<unknown>>('decideWithdrawals', newId(), { caller: officer(), http, body })
  if (outcome.isDone) throw new Error('it should wait for a second officer')
  const request = outcome.waiting.approvalRequestId
  const isReached = await diesAt(point, PROGRAMS.token, { customer, step: 'approve', request })
  const route = crypto.approvals.routes.find(({ name }) => name === 'approve')
  const repeat = async () => route?.handle({ caller: officer(), params: { id: request }, body: { note: REASON }, http } as never)
  const isDone = async () => (await stateOf(customer, id)) === 'CONFIRMED' && has(customer, 1_000n * USDT - FEE)
  return { isReached, repeat, isDone, paid: 5_000n * USDT }
}
async function deposit(point: string): Promise<Request> {
  const { address } = await crypto.address(receiver)
  await chain.send('visitor', chain.deployment.tokens.USDT, transfer(getAddress(address), 3n * USDT))
  await jsonRpc(chain.rpcUrl)('anvil_mine', ['0x4'])
  const isReached = await diesAt(point, PROGRAMS.scan, {})
  return { isReached, repeat: nothing, isDone: async () => true, received: 3n * USDT }
}
async function sweep(point: string): Promise<Request> {
  const requestId = await treasury.propose('sweep', 'BTC', '0.1')
  const isReached = await diesAt(point, PROGRAMS.treasury, { requestId })
  const open = async () => (await treasury.call<{ results: { state: string }[] }>('movements', {})).results
  const isDone = async () => (await open()).every(({ state }) => state === 'CONFIRMED')
  return { isReached, repeat: () => treasury.approve(requestId), isDone, swept: BTC / 10n }
}
async function arrival(point: string): Promise<Request> {
  const amount = 1_000n
  await chain.send('cold', chain.deployment.tokens.BTC, transfer(chain.deployment.hotWallet, amount))
  await jsonRpc(chain.rpcUrl)('anvil_mine', ['0x3'])
  const isReached = await diesAt(point, PROGRAMS.treasury, {})
  return { isReached, repeat: nothing, isDone: async () => true, swept: -amount }
}
const SCENARIOS: Readonly<Record<Scenario, (point: string) => Promise<Request>>> = {
  trade,
  withdraw,
  inside,
  cancel,
  approve,
  deposit,
  sweep,
  arrival,
}

const sumOf = (wishes: readonly Request[], what: 'paid' | 'swept' | 'received'): bigint =>
  wishes.reduce((sum, wish) => sum + (wish[what] ?? 0n), 0n)

it(
  'R17 MON-07 EX-06 nothing is paid or swapped twice and no credit is lost, however many times the process dies',
  async () => {
    const wishes: (Request & { readonly point: string })[] = []
    for (const [point, scenario] of drawPoints(POINTS, ROUNDS.chain)) wishes.push({ point, ...(await SCENARIOS[scenario](point)) })
    expect(wishes.filter(({ isReached }) => !isReached).map(({ point }) => point)).toEqual([])
    for (const { repeat } of wishes) await repeat().catch(() => undefined)
    for (const live of [trading, crypto, treasury]) live.start()
    for (const { point, isDone } of wishes) await expect.poll(isDone, { ...DONE, message: point }).toBe(true)
    const received = async () => (await crypto.ledger.balance(customerAccount(receiver, 'USDT'))).posted
    await expect.poll(received, DONE).toBe(sumOf(wishes, 'received'))
    const swept = sumOf(wishes, 'swept')
    await expect.poll(async () => (await treasury.ledger.balance(systemAccount('cold', 'BTC'))).posted, DONE).toBe(-swept)
    expect(await onChain(coldWallet(), 'BTC')).toBe(coldBefore + swept)
    expect(await onChain(WALLET, 'USDT')).toBe(walletBefore + sumOf(wishes, 'paid'))
    expect((await crypto.ledger.verify()).faults).toEqual([])
    expect(await trading.unprovedTrades()).toEqual([])
  },
  ROUNDS_TIMEOUT_MS,
)
