/** One pass for an operator's command, and everything that differs after it. */
import type { Connection } from '../../../platform/database/database.ts'
import { differenceOf, type Figure } from './checks.ts'
import type { ReconciliationContext } from './context.ts'
import { explainedOf, listDifferences } from './difference-store.ts'
import { reconcile } from './reconcile.ts'
import { amountOf } from './show-state.ts'
import { type RunRow, runsOf, unequalFigures } from './store.ts'

export interface PassReport {
  /** Null when the running product made a pass of its own shortly before, which is reported instead. */
  readonly madeAt: Date | null
  /** One line for each open difference. */
  readonly open: readonly string[]
  /** Found by the last pass, but not often enough to be opened. */
  readonly found: readonly string[]
  /** Parts that could not be compared, with the reason. */
  readonly failed: readonly string[]
}

const PAGE = 500

/**
 * Make a pass if one is due, and report the differences. A difference opens, and may freeze its asset, when two passes `everyMs` apart find
 * it. An earlier second pass could find movements that are only in flight, so none is made when the last one is younger.
 */
export async function passAndReport(context: ReconciliationContext, everyMs: number): Promise<PassReport> {
  const { db, clock } = context
  const isDue = (await lastPassAt(db)).getTime() + everyMs <= clock.now().getTime()
  if (isDue) await reconcile(context)
  const open = await openDifferences(db)
  const opened = new Set(open.map(keyOf))
  const found = (await unequalFigures(db)).filter((figure) => differenceOf(figure) !== 0n && !opened.has(keyOf(figure)))
  const unexplained = await Promise.all(found.map(async (figure) => ((await explainedOf(db, figure)).length > 0 ? [] : [figure])))
  return {
    madeAt: isDue ? clock.now() : null,
    open: open.map(lineOf),
    found: unexplained.flat().map(lineOf),
    failed: (await runsOf(db)).filter(({ failure }) => failure !== null).map(({ part, failure }) => `${part}: ${failure}`),
  }
}

async function lastPassAt(db: Connection): Promise<Date> {
  const ended = ({ finishedAt, failedAt }: RunRow) => Math.max(finishedAt?.getTime() ?? 0, failedAt?.getTime() ?? 0)
  return new Date(Math.max(0, ...(await runsOf(db)).map(ended)))
}

async function openDifferences(db: Connection): Promise<Figure[]> {
  const all: Figure[] = []
  for (;;) {
    const { rows, total } = await listDifferences(db, { state: 'open', offset: all.length, size: PAGE })
    all.push(...rows)
    if (rows.length === 0 || all.length >= total) return all
  }
}

const keyOf = ({ check, asset, subject }: Figure): string => [check, asset, subject].join(' ')

function lineOf(figure: Figure): string {
  const { check, asset, subject, expected, actual } = figure
  const text = (amount: bigint) => amountOf(check, asset, amount)
  const what = [check, asset, subject].filter(Boolean).join(' ')
  return `${what}: expected ${text(expected)}, found ${text(actual)}, difference ${text(differenceOf(figure))}`
}
