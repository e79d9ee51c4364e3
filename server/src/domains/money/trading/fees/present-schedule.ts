/** Versions of the platform fee, as presented to officers. */
import type { FeeVersion } from '@tunjo/contract/trade-fees'
import { stateOf } from '../../../../platform/versions/effective.ts'
import type { FeeContext } from './context.ts'
import { FEE_APPROVAL, FEE_TARGET } from './fee-approval.ts'
import { allVersions } from './fee-store.ts'
import type { DecidedVersion } from './version.ts'

/** Versions are added by hand by two officers: there are few. */
const SHOWN_MAX = 100

export async function presentSchedule(context: FeeContext): Promise<{ versions: FeeVersion[]; isWaiting: boolean }> {
  const { db, clock, approvals } = context
  const versions = await allVersions(db)
  const now = clock.now()
  const newest = versions.toReversed().slice(0, SHOWN_MAX)
  const waiting = await approvals.waitingTargets(db, FEE_APPROVAL, [FEE_TARGET])
  return {
    versions: await Promise.all(newest.map((one) => shown(context, one, stateOf(one, versions, now)))),
    isWaiting: waiting.size > 0,
  }
}

async function shown(
  { emailOf }: FeeContext,
  { version, rates, from, decision }: DecidedVersion,
  state: FeeVersion['state'],
): Promise<FeeVersion> {
  if (!decision) return { version, state, rates, from: null, decided: null }
  const { at, makerId, checkerId, reason } = decision
  const [maker, checker] = [await emailOf(makerId), await emailOf(checkerId)]
  return { version, state, rates, from: from.toISOString(), decided: { at: at.toISOString(), maker, checker, reason } }
}
