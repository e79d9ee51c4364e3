/** Risk signals of a withdrawal for its row, from its facts. Its dialog shows all facts. */
import type { WithdrawalInQueue } from '@tunjo/contract/withdrawal-queue'

export const SIGNALS = ['newAccount', 'newDestination', 'sharedDestination', 'wholeBalance', 'credentials', 'inAndOut', 'alerts'] as const
export type Signal = (typeof SIGNALS)[number]

const WEEK_MS = 7 * 24 * 3_600_000
const NEARLY_ALL = 90n

/** `amount`: value in cents of a peso. */
export function signalsOf({ creationDate, risk }: Pick<WithdrawalInQueue, 'creationDate' | 'risk'>, amount: bigint): Signal[] {
  const asked = Date.parse(creationDate)
  const isYoung = (since: string | null) => since !== null && asked - Date.parse(since) < WEEK_MS
  const { depositedDayBefore: deposited } = risk
  const found: Readonly<Record<Signal, boolean>> = {
    newAccount: isYoung(risk.accountSince),
    newDestination: risk.paidBefore === 0 || isYoung(risk.destinationSince),
    sharedDestination: risk.othersPaid > 0,
    wholeBalance: (risk.shareOfBalance ?? 0) >= NEARLY_ALL,
    credentials: risk.credentialsChangedAt !== null,
    inAndOut: deposited > 0n && amount * 100n >= deposited * NEARLY_ALL && deposited * 100n >= amount * NEARLY_ALL,
    alerts: risk.openAlerts.length > 0,
  }
  return SIGNALS.filter((signal) => found[signal])
}
