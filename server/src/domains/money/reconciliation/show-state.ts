/** Liabilities and holdings of the platform, from the present ledger and the newest comparison with the outside. */
import { ASSET_CODES, ASSETS, type AssetCode, formatUnits } from '@tunjo/contract/money'
import {
  type BooksState,
  CHECKS,
  type CheckName,
  COMPARED_MONEY,
  COUNTED_CHECKS,
  type ComparedMoney,
  PARTS,
} from '@tunjo/contract/reconciliation'
import type { Caller } from '../../../platform/http/route.ts'
import { differenceOf } from './checks.ts'
import { tokensHeld } from './closing/record-holdings.ts'
import { pesosHeld } from './comparisons.ts'
import type { ReconciliationContext } from './context.ts'
import { listDifferences } from './difference-store.ts'
import { BY_OFFICER } from './freeze-asset.ts'
import { RESTORED } from './restored.ts'
import { coverageOf } from './rules.ts'
import { type FigureRow, figuresOf, lastHead, runsOf } from './store.ts'

export const amountOf = (check: CheckName, asset: AssetCode, amount: bigint): string =>
  COUNTED_CHECKS.has(check) ? String(amount) : formatUnits(amount, ASSETS[asset].scale)

export async function showState({ db, ledger }: ReconciliationContext, caller: Caller): Promise<BooksState> {
  const [totals, figures, freezes, runs, head, { total: openDifferences }] = await Promise.all([
    ledger.totals(),
    figuresOf(db, COMPARED_MONEY),
    ledger.freezes(),
    runsOf(db),
    lastHead(db),
    listDifferences(db, { state: 'open', offset: 0, size: 1 }),
  ])
  const system = (name: string, asset: AssetCode) => totals.find((total) => total.name === name && total.asset === asset)?.posted ?? 0n
  const balance = ASSET_CODES.map((asset) => {
    const liabilities = totals.find(({ kind, asset: of }) => kind === 'customer' && of === asset)?.posted ?? 0n
    const held = asset === 'COP' ? pesosHeld({ system }) : tokensHeld(figures, asset)
    const ofAsset = freezes.filter((one) => one.asset === asset)
    const text = (amount: bigint) => formatUnits(amount, ASSETS[asset].scale)
    return {
      asset,
      liabilities: text(liabilities),
      held: held === null ? null : text(held),
      difference: held === null ? null : text(held - liabilities),
      coverage: held === null ? null : coverageOf(held, liabilities),
      frozenAt: ofAsset[0]?.at.toISOString() ?? null,
      frozenBy: [RESTORED, BY_OFFICER, ...CHECKS].filter((known) => ofAsset.some(({ reason }) => reason === known)),
    }
  })
  const compared = COMPARED_MONEY.flatMap((check) =>
    figures
      .filter((figure) => figure.check === check)
      .toSorted(byAsset)
      .map(showCompared(check)),
  )
  const shownRuns = PARTS.map((part) => {
    const run = runs.find((one) => one.part === part)
    return { part, finishedAt: run?.finishedAt?.toISOString() ?? null, failedAt: run?.failedAt?.toISOString() ?? null }
  })
  const signedHead = head && { seq: String(head.seq), hash: head.hash, signedAt: head.signedAt.toISOString() }
  const mayEnd = caller.permissions?.includes('payments.review') ?? false
  return { balance, compared, runs: shownRuns, openDifferences, mayEnd, signedHead }
}

const byAsset = (one: FigureRow, other: FigureRow): number => ASSET_CODES.indexOf(one.asset) - ASSET_CODES.indexOf(other.asset)

const showCompared =
  (check: ComparedMoney) =>
  ({ asset, expected, actual, checkedAt }: FigureRow): BooksState['compared'][number] => {
    const text = (amount: bigint) => amountOf(check, asset, amount)
    const difference = text(differenceOf({ check, expected, actual }))
    return { check, asset, expected: text(expected), actual: text(actual), difference, comparedAt: checkedAt.toISOString() }
  }
