/**
 * Consistent snapshot of ledger and chain: the ledger's totals at a position of its hash chain, the platform's tokens at a block a moment
 * later, and the movements in flight between the two.
 */
import type { AssetCode } from '@tunjo/contract/money'
import type { Connection } from '../../../platform/database/database.ts'
import { type Custody, operationIdOf } from '../blockchain/index.ts'
import type { Total, Transfer } from '../ledger/index.ts'
import type { ReconciliationContext } from './context.ts'
import { CODES, type InFlight, type Movement, movementsInFlight, movementsOf, NOTHING } from './in-flight.ts'
import { placeOf } from './pass-memory.ts'

export interface BooksSnapshot {
  readonly seq: bigint
  readonly custody: Custody
  readonly inFlight: InFlight
  /** `posted` of the customers together. */
  customers(asset: AssetCode): bigint
  /** `posted` of a system account; zero when nothing has touched it. */
  system(name: string, asset: AssetCode): bigint
}

interface Books {
  readonly totals: readonly Total[]
  readonly seq: bigint
  /** Up to this block arrivals from the cold wallet are in the totals. */
  readonly arrivedUntil: bigint | null
}

export async function readSnapshot(context: ReconciliationContext, matchedFrom: bigint): Promise<BooksSnapshot> {
  const { blockchain, clock } = context
  const openBefore = await openOperations(context)
  const { totals, seq, arrivedUntil } = await readBooks(context)
  const custody = await blockchain.custody()
  // After the chain was read, so that no movement on the chain is missing here.
  const posted = movementsOf(await postingsSince(context, matchedFrom), seq)
  const known = new Set(posted.map(({ operationId }) => operationId))
  const unknown = [...new Set([...openBefore, ...(await openOperations(context))])].filter((operationId) => !known.has(operationId))
  const movements = [...posted, ...unknown.map(unposted)]
  const effects = await blockchain.effectsUntil(
    movements.map(({ operationId }) => operationId),
    custody.blockNumber,
  )
  const open = movementsInFlight(movements, effects, { seq, matchedFrom, now: clock.now() })
  return {
    seq,
    custody,
    inFlight: await withArrivals(context, open, { arrivedUntil, blockNumber: custody.blockNumber }),
    customers: (asset) => sumOf(totals.filter((total) => total.kind === 'customer' && total.asset === asset)),
    system: (name, asset) => sumOf(totals.filter((total) => total.name === name && total.asset === asset)),
  }
}

export async function hasMovementsInFlight(context: ReconciliationContext): Promise<boolean> {
  const { inFlight: open } = await readSnapshot(context, (await placeOf(context, 'chain.matched')).seq)
  return open.coptOutside !== 0n || Object.values(open.hot).some((amount) => amount !== 0n)
}

/** Arrivals from the cold wallet after the last booked block: in both wallets, and not in the ledger yet. */
async function withArrivals(
  { treasury }: ReconciliationContext,
  open: InFlight,
  { arrivedUntil, blockNumber }: { arrivedUntil: bigint | null; blockNumber: bigint },
): Promise<InFlight> {
  if (arrivedUntil === null || arrivedUntil >= blockNumber) return open
  const arrived = await treasury.arrivedIn(arrivedUntil + 1n, blockNumber)
  const plus = (sums: InFlight['hot'], sign: bigint) => ({
    COP: sums.COP + sign * arrived.COP,
    BTC: sums.BTC + sign * arrived.BTC,
    USDT: sums.USDT + sign * arrived.USDT,
  })
  return { ...open, hot: plus(open.hot, 1n), cold: plus(open.cold, -1n) }
}

/** Trades, token withdrawals and sweeps to the cold wallet that may be in the chain before they are in the ledger. */
async function openOperations({ trading, crypto, treasury }: ReconciliationContext): Promise<string[]> {
  const [trades, withdrawals, sweeps] = await Promise.all([trading.openTrades(), crypto.openWithdrawals(), treasury.openSweeps()])
  return [
    ...trades.map((tradeId) => operationIdOf('trading.swap', tradeId)),
    ...withdrawals.map((withdrawalId) => operationIdOf('crypto.withdrawal', withdrawalId)),
    ...sweeps.map((movementId) => operationIdOf('treasury.sweep', movementId)),
  ]
}

const sumOf = (totals: readonly Total[]): bigint => totals.reduce((sum, { posted }) => sum + posted, 0n)

const unposted = (operationId: string): Movement => ({
  operationId,
  seq: null,
  recordedAt: null,
  hot: NOTHING,
  cold: NOTHING,
  coptOutside: 0n,
})

function readBooks({ db, ledger, treasury }: ReconciliationContext): Promise<Books> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (tx: Connection) => ({
    totals: await ledger.totals(tx),
    seq: (await ledger.head(tx))?.seq ?? 0n,
    arrivedUntil: await treasury.arrivalsBookedUntil(tx),
  }))
}

const PAGE = 1_000
const PAGES_MAX = 200

async function postingsSince({ ledger }: ReconciliationContext, from: bigint): Promise<Transfer[]> {
  const found = new Map<string, Transfer>()
  let after = from
  for (let page = 0; page < PAGES_MAX; page++) {
    const next = await ledger.postings(after, CODES, PAGE)
    for (const transfer of next) found.set(transfer.id, transfer)
    const last = next.at(-1)
    if (!last || next.length < PAGE) return [...found.values()]
    // The last batch may continue on the next page: it is read again from its beginning.
    after = last.batchSeq - 1n
  }
  throw new Error('too many postings wait for the chain')
}
