/** Composition of limits: volumes for screens, reservations for money. */
import { limits as contract } from '@tunjo/contract/limits'
import { implement } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/module.ts'
import type { LimitsDependencies } from './context.ts'
import { countArrival } from './count-arrival.ts'
import { mayTrade } from './may-trade.ts'
import { payoutBlockedUntil } from './payout-blocked.ts'
import { reinstateUsage } from './reinstate-usage.ts'
import { reserveLimit } from './reserve-limit.ts'
import { bogotaMonth, monthlyMaximum } from './rules.ts'
import { setCounted, usedIn } from './store.ts'
import type { Direction, Limits, Volume } from './types.ts'

export function createLimits(
  { db, clock, outbox }: Pick<Platform, 'db' | 'clock' | 'outbox'>,
  { kyc, identity, risk }: LimitsDependencies,
): Limits {
  async function volume(accountId: string, direction: Direction): Promise<Volume> {
    const person = await kyc.person(accountId)
    const used = await usedIn(db, { accountId, direction, month: bogotaMonth(clock.now()) })
    return { used, maximum: monthlyMaximum(person?.verifiedLevel ?? 0) }
  }

  return {
    name: 'limits',
    volume,
    monthlyMaximum,
    reserveLimit: (tx, use) => reserveLimit({ kyc, identity, risk, db, clock, outbox }, tx, use),
    mayTrade: (tx, accountId) => mayTrade({ kyc, identity, risk }, tx, accountId),
    payoutBlockedUntil: (tx, accountId) => payoutBlockedUntil({ kyc, identity, risk, clock }, tx, accountId),
    withdrawalHoldUntil: async (connection, accountId) => (await identity.withdrawalHold(connection, accountId))?.until ?? null,
    verifiedPerson: async (connection, accountId) => (await kyc.person(accountId, connection))?.dossier ?? null,
    countArrival: (tx, use) => countArrival(tx, use, clock.now()),
    releaseUsage: async (tx, operationId) => void (await setCounted(tx, operationId, false)),
    reinstateUsage: (tx, operationId) => reinstateUsage({ kyc }, tx, operationId),
    routes: implement(contract, {
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
