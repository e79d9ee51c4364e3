/**
 * Daily closing (G45): for each day of Bogotá, once, the platform's liabilities and assets at 24:00, at one position of the ledger, with
 * the root of a tree over customers' balances there. It reads in small parts, so that it blocks no posting. A process that dies resumes
 * where it stopped, and two concurrent ones write the same (docs/decisions/0055-daily-closings.md).
 */
import { bogotaDay, endOfBogotaDay } from '@tunjo/contract/bogota-day'
import { PROOF_RETENTION_DAYS } from '@tunjo/contract/closings'
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import { inTransaction } from '../../../../platform/database/database.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import type { ChainLink, Total } from '../../ledger/index.ts'
import { pesosHeld } from '../comparisons.ts'
import { type ClosedAsset, findClosing, insertClosing } from './closing-rows.ts'
import { countOpenAt, deleteBefore, dropParts, type Holding, holdingsOf, type PartHead, partsOf, storePart } from './closing-store.ts'
import type { ClosingContext } from './context.ts'
import { NO_SUMS, type Node, rootOf } from './merkle-sum-tree.ts'
import { ownersOf, partOver, rootsOf } from './proof-tree.ts'
import { holdingText, partText } from './sealed-texts.ts'

/** Postings of another process whose clock is behind are in the books by then. */
const GRACE_MS = 300_000
/** After an outage the rest is closed in the next run. */
const DAYS_AT_ONCE = 31
const OWNERS_AT_ONCE = 512
const PARTS_MAX = 20_000
const DAY_MS = 86_400_000

export async function closeDays(context: ClosingContext): Promise<void> {
  const { clock, db } = context
  const today = bogotaDay(new Date(clock.now().getTime() - GRACE_MS))
  const last = await findClosing(context, { until: dayAfter(today, -1) })
  // Before the first closing no holdings were recorded: the first one is yesterday's.
  let day = last ? dayAfter(last.day) : dayAfter(today, -1)
  for (let count = 0; count < DAYS_AT_ONCE && day < today; count++, day = dayAfter(day)) await closeDay(context, day)
  await deleteBefore(db, dayAfter(today, -PROOF_RETENTION_DAYS))
}

const dayAfter = (day: string, days = 1): string => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

async function closeDay(context: ClosingContext, day: string): Promise<void> {
  const link = await context.ledger.linkBefore(endOfBogotaDay(day))
  // Nothing was posted yet.
  if (!link) return
  const parts = await buildParts(context, day, link.seq)
  await insertWhole(context, day, link, parts)
}

/** Resumes after the stored parts, unless they are of another position, or without our seal. */
async function buildParts(context: ClosingContext, day: string, seq: bigint): Promise<PartHead[]> {
  const { db, ledger, seals } = context
  const parts = await partsOf(db, day)
  if (!haveValidSeals(context, parts, seq)) {
    await dropParts(db, day)
    parts.length = 0
  }
  while (!parts.at(-1)?.isLast) {
    const page = await ledger.customersAt(seq, { after: parts.at(-1)?.until ?? null, limit: OWNERS_AT_ONCE })
    refuseUnproved(context, { day, seq }, page.unproved)
    const owners = ownersOf(page.amounts)
    const part = { day, number: parts.length, seq, until: page.until, isLast: page.isEnd, ...partOver(context, day, owners) }
    parts.push(await storePart(db, { ...part, owners, seal: seals.seal(partText(part)) }))
    if (parts.length > PARTS_MAX) throw new Error('the closing has too many parts')
    failpoint('reconciliation.closing_part')
  }
  return parts
}

/** Stored parts cover accounts that were proved, and stay. */
function refuseUnproved({ log }: ClosingContext, { day, seq }: { day: string; seq: bigint }, accounts: readonly string[]): void {
  if (accounts.length === 0) return
  const facts = { securityEvent: 'closing_mismatch', day, seq: String(seq), accounts: accounts.slice(0, 20) }
  log.error(facts, 'accounts of the ledger are not what was posted: the day is not closed')
  throw new Error(`the closing of ${day} is blocked: accounts differ from their postings`)
}

const haveValidSeals = ({ seals }: ClosingContext, parts: readonly PartHead[], seq: bigint): boolean =>
  parts.every((part, number) => part.number === number && part.seq === seq && seals.isSealOf(partText(part), part.seal))

async function insertWhole(context: ClosingContext, day: string, link: ChainLink, parts: readonly PartHead[]): Promise<void> {
  const { clock, db, ledger, log, seals } = context
  const { totals, unproved } = await ledger.totalsAt(link.seq)
  refuseUnproved(context, { day, seq: link.seq }, unproved)
  const assets = await assetsAt(context, day, totals)
  const root = rootOf(rootsOf(parts).map(({ node }) => node))
  const end = endOfBogotaDay(day)
  if (!haveValidSeals(context, parts, link.seq) || !addsUp(root, assets)) {
    // The parts were read from rows that have changed since: they are read again.
    await dropParts(db, day)
    log.error({ securityEvent: 'closing_mismatch', day, seq: String(link.seq) }, 'customers of a closing do not add up to its liabilities')
    throw new Error(`the closing of ${day} does not add up`)
  }
  const closing = {
    ...{ day, seq: link.seq, hash: link.hash, openDifferences: await countOpenAt(db, end), root: root?.hash ?? null, assets },
    ...{ customers: parts.reduce((sum, { leaves }) => sum + leaves, 0), closedAt: clock.now() },
  }
  failpoint('reconciliation.closing')
  await inTransaction(db, (tx) => insertClosing(tx, seals, closing))
}

const addsUp = (root: Node | null, assets: readonly ClosedAsset[]): boolean =>
  assets.every(({ asset, liabilities }) => (root?.sums ?? NO_SUMS)[asset] === liabilities)

/** An older comparison proves nothing about the end of the day. */
const COMPARED_WITHIN_MS = 300_000

/** Liabilities and pesos at the closing's position of the ledger; tokens by their last comparison, shortly before the end of the day. */
async function assetsAt({ db, seals }: ClosingContext, day: string, totals: readonly Total[]): Promise<ClosedAsset[]> {
  const system = (name: string, asset: AssetCode) => totals.find((total) => total.name === name && total.asset === asset)?.posted ?? 0n
  const since = endOfBogotaDay(day).getTime() - COMPARED_WITHIN_MS
  const isUsable = (one: Holding) => one.comparedAt.getTime() >= since && seals.isSealOf(holdingText(one), one.seal)
  const holdings = (await holdingsOf(db, day)).filter(isUsable)
  return ASSET_CODES.map((asset) => {
    const liabilities = totals.find((total) => total.kind === 'customer' && total.asset === asset)?.posted ?? 0n
    if (asset === 'COP') return { asset, liabilities, held: pesosHeld({ system }), comparedAt: null }
    const holding = holdings.find((one) => one.asset === asset)
    return { asset, liabilities, held: holding?.held ?? null, comparedAt: holding?.comparedAt ?? null }
  })
}
