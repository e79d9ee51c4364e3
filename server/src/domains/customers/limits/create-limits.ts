/** Composition of limits: volumes for screens, reservations for money. */
import { limits as contract } from '@tunjo/contract/limits'
import { implement } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/module.ts'
import type { LimitsDependencies } from './context.ts'
import { countArrival } from './count-arrival.ts'
import { countEffect } from './count-effect.ts'
import { limitsInGroups } from './in-groups.ts'
import { mayTrade } from './may-trade.ts'
import { maximumHistory, monthlyMaximums } from './monthly-maximums.ts'
import { payoutBlockedUntil } from './payout-blocked.ts'
import { recordRefusalAlone } from './record-refusal.ts'
import { reinstateUsage } from './reinstate-usage.ts'
import { reserveLimit } from './reserve-limit.ts'
import { bogotaMonth } from './rules.ts'
import { beginMonth, setCounted, usedIn } from './store.ts'
import type { Direction, Limits, Volume } from './types.ts'

export function createLimits({ db, clock, outbox }: Pick<Platform, 'db' | 'clock' | 'outbox'>, dependencies: LimitsDependencies): Limits {
  const { kyc, identity, configuration } = dependencies
  async function volume(accountId: string, direction: Direction): Promise<Volume> {
    const person = await kyc.person(accountId)
    const now = clock.now()
    const used = await usedIn(db, { accountId, direction, month: bogotaMonth(now) })
    return { used, maximum: (await monthlyMaximums(dependencies, db, now))(person?.verifiedLevel ?? 0) }
  }
  configuration.countsEffect('limits', (connection, numbers, now) => countEffect(dependencies, connection, numbers, now))

  return {
    name: 'limits',
    inGroups: limitsInGroups(dependencies, {
      beginMonth: (accountId) => beginMonth(db, { accountId, month: bogotaMonth(clock.now()), direction: 'withdrawal' }),
      recordRefusal: (refused) => recordRefusalAlone({ db, outbox }, refused),
    }),
    volume,
    maximumHistory: (connection) => maximumHistory(dependencies, connection),
    monthlyMaximums: (connection, at) => monthlyMaximums(dependencies, connection, at),
    reserveLimit: (tx, use) => reserveLimit({ ...dependencies, db, clock, outbox }, tx, use),
    mayTrade: (tx, accountId) => mayTrade(dependencies, tx, accountId),
    payoutBlockedUntil: (tx, accountId) => payoutBlockedUntil({ ...dependencies, clock }, tx, accountId),
    withdrawalHoldUntil: async (connection, accountId) => (await identity.withdrawalHold(connection, accountId))?.until ?? null,
    verifiedPerson: async (connection, accountId) => (await kyc.person(accountId, connection))?.dossier ?? null,
    countArrival: (tx, use) => countArrival(tx, use, clock.now()),
    releaseUsage: async (tx, operationId) => void (await setCounted(tx, operationId, false)),
    reinstateUsage: (tx, operationId) => reinstateUsage({ ...dependencies, clock }, tx, operationId),
    routes: implement(contract, {
      async levels() {
        const maximumOf = await monthlyMaximums(dependencies, db, clock.now())
        return ([1, 2, 3] as const).map((level) => ({ level, maximum: maximumOf(level) }))
      },
      async depositVolume({ caller }) {
        const { used, maximum } = await volume(caller.accountId, 'deposit')
        return { deposit: used, maximum }
      },
      async withdrawalVolume({ caller }) {
        const { used, maximum } = await volume(caller.accountId, 'withdrawal')
        // Negative on the wire only (KYC-02); inside, amounts have no sign.
        return { withdrawal: -used, maximum }
      },
    }),
  }
}
