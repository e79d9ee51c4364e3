/**
 * Permission for movements in use cases that run in groups: the rules of `reserveLimit` and `mayTrade`, on what the group read. A use of the month
 * is counted only if the month is unchanged since the read, and the account stays unchanged until the commit.
 */

import { type Refusal, Refused, refuse, refuseIf } from '../../../platform/http/refusal.ts'
import { formatDateTime } from '../../../platform/time/format-date.ts'
import { joined } from '../../../platform/unit-of-work/index.ts'
import type { LimitsDependencies } from './context.ts'

import { bogotaMonth, checkMonth, checkPerson, maximumsOf } from './rules.ts'
import { MONTHS_COUNTED, monthFact, OPERATIONS_COUNTED, releasedFact } from './store.ts'
import type { FoundWithdrawer, IntendedUse, LimitsInGroups, RefusedUse, VerifiedPerson } from './types.ts'

const DIRECTION = 'withdrawal'

/** Refusal by the monthly limit, with the refused use, to be recorded after it. */
export class MonthlyLimitExceeded extends Refused {
  readonly refused: RefusedUse
  constructor(exceeded: Refusal, refused: RefusedUse) {
    super(exceeded)
    this.refused = refused
  }
}

export function limitsInGroups(
  { kyc, identity, risk, configuration }: LimitsDependencies,
  actions: Pick<LimitsInGroups, 'beginMonth' | 'recordRefusal'>,
): LimitsInGroups {
  return {
    ...actions,
    monthAt: bogotaMonth,
    withdrawer: ({ account, now, month }) =>
      joined({
        account: identity.inGroups.account(account, now),
        verification: kyc.inGroups.verification(account),
        mayTransact: risk.inGroups.mayTransact(account, now),
        limits: configuration.inGroups.at('limits', now),
        month: monthFact(account, month, DIRECTION),
      }),
    person(account) {
      const { text, read } = kyc.inGroups.verification(account)
      return { text, read: (json) => read(json).dossier }
    },
    trader: ({ account, now }) =>
      joined({
        account: identity.inGroups.account(account, now),
        verification: kyc.inGroups.verification(account),
        mayTransact: risk.inGroups.mayTransact(account, now),
        consent: identity.inGroups.consent(account),
      }),
    traderKinds: identity.inGroups.kinds,
    mayTrade(work, found) {
      checkedPerson(found)
      if (!found.mayTransact) refuse('limits.in_review')
      refuseIf(found.consent)
      // A trade moves money neither in nor out, so it may be placed while withdrawals wait.
      if (found.account) identity.inGroups.keep(work, found.account, { inCooldown: true })
    },
    isReleased: releasedFact,
    kinds: [MONTHS_COUNTED, ...identity.inGroups.kinds, OPERATIONS_COUNTED],
    reserveWithdrawal(work, found, given) {
      const use = { ...given, direction: DIRECTION } as const
      const person = checkedPerson(found)
      checkUse(found, use, work.now)
      const { account, month } = found
      if (month.own === null || !account) return null
      identity.inGroups.keep(work, account)
      const counted = { ...use, month: bogotaMonth(work.now) }
      work.add(MONTHS_COUNTED, { ...counted, before: month.own, after: month.own + use.amountCop })
      work.add(OPERATIONS_COUNTED, counted)
      return person
    },
  }
}

/** @throws Refused */
function checkedPerson({
  account,
  verification: { verifiedLevel, dossier },
}: Pick<FoundWithdrawer, 'account' | 'verification'>): VerifiedPerson {
  if (!account || !dossier) refuse('limits.not_verified')
  const { id: accountId, email, createdAt: accountCreatedAt } = account
  refuseIf(checkPerson({ accountId, accountState: account.state, email, accountCreatedAt, verifiedLevel, dossier }))
  return { ...dossier, accountId, email, accountCreatedAt }
}

/** @throws Refused */
function checkUse({ account, verification, mayTransact, limits, month }: FoundWithdrawer, use: IntendedUse, at: Date): void {
  if (!mayTransact) refuse('limits.in_review')
  const maximum = maximumsOf(limits.numbers)(verification.verifiedLevel)
  const exceeded = checkMonth({ used: month.used, amount: use.amountCop, maximum })
  if (exceeded && maximum !== null) throw new MonthlyLimitExceeded(exceeded, { ...use, maximum, at })
  if (account?.hold) refuse('limits.withdrawals_on_hold', { until: formatDateTime(account.hold.until) })
}
