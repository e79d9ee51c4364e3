/** What the house owes and has, from the ledger as it is and the newest comparison with the world. */
import { ASSET_CODES, ASSETS, type AssetCode, formatUnits } from '@tunjo/contract/money'
import { type BooksState, CHECKS, type CheckName, COUNTED_CHECKS, PARTS } from '@tunjo/contract/reconciliation'
import type { Caller } from '../../platform/http/route.ts'
import { pesosHeld } from './compare.ts'
import type { ReconciliationContext } from './context.ts'
import { coverageOf } from './rules.ts'
import { type FigureRow, figuresOf, lastHead, listDifferences, runsOf } from './store.ts'

export const amountOf = (check: CheckName, asset: AssetCode, amount: bigint): string =>
  COUNTED_CHECKS.has(check) ? String(amount) : formatUnits(amount, ASSETS[asset].scale)

/** Of the hot and the cold wallet. Null until they were looked at. */
function tokensHeld(figures: readonly FigureRow[], asset: AssetCode): bigint | null {
  const actual = (check: CheckName) => figures.find((one) => one.check === check && one.asset === asset)?.actual
  const hot = actual('chain.hot')
  return hot === undefined ? null : hot + (actual('chain.cold') ?? 0n)
}

export async function showState({ db, ledger }: ReconciliationContext, caller: Caller): Promise<BooksState> {
  const [totals, figures, freezes, runs, head, { total: openDifferences }] = await Promise.all([
    ledger.totals(),
    figuresOf(db),
    ledger.freezes(),
    runsOf(db),
    lastHead(db),
    listDifferences(db, { state: 'open', offset: 0, size: 1 }),
  ])
  const system = (name: string, asset: AssetCode) => totals.find((total) => total.name === name && total.asset === asset)?.posted ?? 0n
  const balance = ASSET_CODES.map((asset) => {
    const liabilities = totals.find(({ kind, asset: of }) => kind === 'customer' && of === asset)?.posted ?? 0n
    const held = asset === 'COP' ? pesosHeld({ system }) : tokensHeld(figures, asset)
    const freeze = freezes.find((one) => one.asset === asset)
    const text = (amount: bigint) => formatUnits(amount, ASSETS[asset].scale)
    return {
      asset,
      liabilities: text(liabilities),
      held: held === null ? null : text(held),
      difference: held === null ? null : text(held - liabilities),
      coverage: held === null ? null : coverageOf(held, liabilities),
      frozenAt: freeze?.at.toISOString() ?? null,
      frozenBy: CHECKS.find((check) => check === freeze?.reason) ?? null,
    }
  })
  const shownRuns = PARTS.map((part) => {
    const run = runs.find((one) => one.part === part)
    return { part, finishedAt: run?.finishedAt?.toISOString() ?? null, failedAt: run?.failedAt?.toISOString() ?? null }
  })
  const signedHead = head && { seq: String(head.seq), hash: head.hash, signedAt: head.signedAt.toISOString() }
  return { balance, runs: shownRuns, openDifferences, mayEnd: caller.permissions?.includes('payments.review') ?? false, signedHead }
}
