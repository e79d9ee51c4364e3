/** Comparison of the alerts that two versions of a rule would have raised about one customer. */
import type { BACKTEST_SIDES } from '@tunjo/contract/alert-backtests'
import type { PastAlert } from './past-alerts.ts'

export type Side = (typeof BACKTEST_SIDES)[number]
export interface Compared {
  readonly side: Side
  readonly alert: PastAlert
}

/** An alert that one version raises while that of the other is open counts as the same: an officer would have had one. */
export function compare(proposed: readonly PastAlert[], present: readonly PastAlert[]): Compared[] {
  const left = [...present]
  const found = proposed.map((alert): Compared => {
    const same = left.findIndex((other) => isAtOnce(alert, other))
    if (same === -1) return { side: 'new', alert }
    left.splice(same, 1)
    return { side: 'both', alert }
  })
  return [...found, ...left.map((alert): Compared => ({ side: 'old', alert }))]
}

const isAtOnce = (one: PastAlert, other: PastAlert): boolean => isOpenAt(one, other.at) || isOpenAt(other, one.at)
const isOpenAt = ({ at, closedAt }: PastAlert, moment: Date): boolean => at <= moment && (closedAt === null || moment < closedAt)
