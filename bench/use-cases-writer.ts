/**
 * One process of the product for `use-cases.ts`: its real modules on a database, which repeat one operation. Reads its setting and then a
 * plan from each line of its input, writes the durations as one line. Identity, risk and prices are answered from memory, and the node's
 * answers are cached, so that the database and the ledger are measured, and not four queries and an EVM.
 */
import { createInterface } from 'node:readline'
import { createTestPlatform } from '../dev/testing/test-product.ts'
import { tokenBySymbol } from '../server/src/chain/tokens.ts'
import { createBlockchain } from '../server/src/domains/money/blockchain/create-blockchain.ts'
import type { Blockchain } from '../server/src/domains/money/blockchain/index.ts'
import { readPaymentsSettings } from '../server/src/domains/money/payments/config.ts'
import type { PaymentsContext } from '../server/src/domains/money/payments/context.ts'
import { confirmDeposit } from '../server/src/domains/money/payments/deposits/confirm-deposit.ts'
import { buildPayments } from '../server/src/domains/money/payments/parts.testing.ts'
import type { Pricing } from '../server/src/domains/money/pricing/index.ts'
import { createTrading } from '../server/src/domains/money/trading/create-trading.ts'
import { createApprovals } from '../server/src/platform/approvals/index.ts'
import type { ConnectionSettings } from '../server/src/platform/database/database.ts'
import { openDatabase } from '../server/src/platform/database/database.ts'
import { newId } from '../server/src/platform/database/ids.ts'
import type { Route } from '../server/src/platform/http/route.ts'
import { evidenceSeals } from '../server/src/platform/secrets/evidence-seals.ts'
import { createUnitOfWork, TURN_CONNECTIONS, Turns } from '../server/src/platform/unit-of-work/index.ts'
import { tpcB } from './tpc-b.ts'

export interface Customer {
  readonly id: string
  readonly bankAccount: string
}
export interface WriterSetting {
  readonly connection: ConnectionSettings
  readonly env: Record<string, string>
  readonly customers: readonly Customer[]
  /** Deposits of this process. */
  readonly deposits: readonly { readonly id: string; readonly amount: string }[]
}
export type Work = 'withdrawals' | 'credits' | 'trades' | 'tpc-b-like'
export interface WriterPlan {
  readonly work: Work
  readonly inFlight: number
  readonly seconds: number
}
export interface WriterResult {
  /** Milliseconds of each operation. */
  readonly times: readonly number[]
  readonly errors: readonly string[]
}

const WARM_UP_MS = 1_000
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const setting: WriterSetting = JSON.parse((await lines.next()).value ?? 'null')
const { db, pool } = openDatabase(setting.connection, { maxConnections: 32 })
const base = createTestPlatform({ db })
// As the product has them: on connections of their own.
const ofUnits = openDatabase(setting.connection, { maxConnections: 4, plansByIndex: true })
const turns = openDatabase(setting.connection, { maxConnections: TURN_CONNECTIONS })
const platform = { ...base, units: createUnitOfWork({ ...base, db: ofUnits.db, turns: new Turns(turns.db) }), env: setting.env }
const { payments, ledger, limits } = buildPayments(platform)
const works: Record<Work, () => Promise<unknown>> = {
  withdrawals: withdrawal(),
  credits: credit(),
  trades: await trade(),
  'tpc-b-like': () => tpcB(pool),
}

process.stdout.write('ready\n')
for await (const line of lines) process.stdout.write(`${JSON.stringify(await run(JSON.parse(line)))}\n`)
platform.remove()
process.exit(0)

async function run({ work, inFlight, seconds }: WriterPlan): Promise<WriterResult> {
  const warmUntil = performance.now() + WARM_UP_MS
  const until = warmUntil + seconds * 1_000
  const times: number[] = []
  const errors: string[] = []
  const lane = async () => {
    for (let at = performance.now(); at < until; at = performance.now()) {
      await works[work]().catch((error: unknown) => errors.push(String(error)))
      if (at >= warmUntil) times.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
  return { times, errors: [...new Set(errors)].slice(0, 5) }
}

function anybody(): Customer {
  const customer = setting.customers[Math.floor(Math.random() * setting.customers.length)]
  if (!customer) throw new Error('there are no customers')
  return customer
}

function call(routes: readonly Route[], name: string, owner: string, body: object): Promise<unknown> {
  const route = routes.find((candidate) => candidate.name === name)
  if (!route) throw new Error(`no route ${name}`)
  const operation = { id: newId(), hash: 'bench', isKeyless: false }
  const caller = { accountId: owner, sessionId: owner, authorities: ['ROLE_USER'] }
  return Promise.resolve(route.handle({ caller, operation, body, http: { headers: {} } } as never))
}

function withdrawal(): () => Promise<unknown> {
  return () => {
    const { id, bankAccount } = anybody()
    return call(payments.routes, 'withdraw', id, { account: bankAccount, amount: 5_000_000n })
  }
}

/** Credits a deposit as after the provider's answer; the call to the provider is left out. */
function credit(): () => Promise<unknown> {
  const { clock, log, jobs, outbox, audit, units, settings, secrets } = platform
  const seals = evidenceSeals(secrets)
  const part = { db, clock, log, jobs, outbox, audit, units, ledger, limits, seals, settings: readPaymentsSettings(platform.env, settings) }
  const context = part as Pick<PaymentsContext, keyof typeof part> as PaymentsContext
  let next = 0
  return async () => {
    const deposit = setting.deposits[next++]
    if (!deposit) throw new Error('every deposit was credited: make more of them')
    const paid = {
      status: 'APPROVED',
      currency: 'COP',
      paymentUrl: null,
      bankReference: '1234',
      payer: { name: '', document: '', email: '' },
    } as const
    const outcome = await confirmDeposit(context, { id: newId(), reference: deposit.id, amountCop: BigInt(deposit.amount), ...paid })
    if (outcome !== 'credited') throw new Error(outcome)
  }
}

async function trade(): Promise<() => Promise<unknown>> {
  const blockchain = createBlockchain(platform, { ledger })
  const prices = { BTCUSDT: 9_123_456_000_000n, COPUSDT: 379_700_000_000n }
  const tradablePrice: Pricing['tradablePrice'] = async (pair) => {
    const price = prices[pair]
    return {
      pair,
      price,
      bid: null,
      ask: null,
      source: 'binance',
      at: new Date(),
      ageMs: 0,
      isStale: false,
      isFrozen: false,
      refusal: null,
    }
  }
  const staff = { permissionsOf: async () => [], officersWith: async () => [], emailOf: async () => '' }
  const approvals = createApprovals({ ...platform, staff, notifyOfficer: async () => undefined })
  const { routes } = await createTrading(platform, {
    ledger,
    limits,
    blockchain: remembering(blockchain),
    pricing: { tradablePrice },
    approvals,
    emailOf: async () => '',
  })
  const body = {
    tradeType: 'input',
    tokenIn: tokenBySymbol('COPT').id,
    tokenOut: tokenBySymbol('USDT').id,
    amountIn: '50000',
    slippage: '0.005',
  }
  // In turn: a customer has at most ten trades in flight.
  let next = 0
  return () => call(routes, 'trade', setting.customers[next++ % setting.customers.length]?.id ?? '', body)
}

/** Every customer sells the same amount, so the node is queried once. */
function remembering(blockchain: Blockchain): Blockchain {
  const { reads } = blockchain
  const once = <Given extends readonly unknown[], Answer>(ask: (...given: Given) => Promise<Answer>) => {
    const answers = new Map<string, Promise<Answer>>()
    return (...given: Given): Promise<Answer> => {
      const key = JSON.stringify(given, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
      const known = answers.get(key) ?? ask(...given)
      answers.set(key, known)
      return known
    }
  }
  const remembered = {
    ...reads,
    callMany: once(reads.callMany),
    gasPriceWei: once(reads.gasPriceWei),
    canPayGas: once(reads.canPayGas),
    dryRunSwap: once(reads.dryRunSwap),
  }
  return { ...blockchain, reads: remembered }
}
