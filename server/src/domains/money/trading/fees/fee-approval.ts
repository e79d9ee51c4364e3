/** Approval kind of two officers for a new version of the platform fee. A version is added and none is changed. */

import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import { FeeRates } from '@tunjo/contract/fee-schedule'
import * as z from 'zod'
import type { ApprovalKind } from '../../../../platform/approvals/index.ts'
import { refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import type { Platform } from '../../../../platform/module.ts'
import { formatDay } from '../../../../platform/time/format-date.ts'
import { startOf } from '../../../../platform/versions/effective.ts'
import { APPROVAL_WORDS, STORED_WORDS } from '../approval-words.ts'
import { allVersions, insertVersion, lockVersions } from './fee-store.ts'
import { changedPairs, checkChanges, checkDay, type DecidedVersion, FIRST_VERSION, textOfTiers } from './version.ts'

export const FEE_APPROVAL = 'trading.fee_schedule' satisfies ApprovalKindName
/** One change is pending at a time. */
export const FEE_TARGET = 'house'
const Params = z.object({ rates: FeeRates, fromDay: z.iso.date().nullable() })
type Params = z.output<typeof Params>
/** Facts of the newest version, on which the change is based. */
const Facts = z.object({ version: z.int(), rates: FeeRates })

export interface ChangedFees {
  readonly version: number
  readonly from: string
}

export const feeApproval = ({ clock, audit }: Pick<Platform, 'clock' | 'audit'>): ApprovalKind<Params, ChangedFees> => ({
  permission: 'fees.change',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: () => FEE_TARGET,
  subjectId: () => null,
  async facts(tx, { rates, fromDay }) {
    await lockVersions(tx)
    const newest = newestOf(await allVersions(tx))
    refuseIf(checkDay(fromDay, clock.now()) ?? checkChanges(newest.rates, rates))
    return { version: newest.version, rates: newest.rates }
  },
  isNeeded: () => true,
  words: APPROVAL_WORDS,
  changes({ rates, fromDay }, facts) {
    const before = Facts.parse(facts).rates
    return [
      ...changedPairs(before, rates).map((pair) => ({
        label: pair.replace('-', ' / '),
        before: textOfTiers(before[pair]),
        after: textOfTiers(rates[pair]),
      })),
      { label: STORED_WORDS.from, before: null, after: fromDay === null ? STORED_WORDS.atApproval : formatDay(fromDay) },
    ]
  },
  async execute(tx, { rates, fromDay }, { makerId, checkerId, requestId, reason, actor }) {
    const newest = newestOf(await allVersions(tx))
    const at = clock.now()
    const [version, from] = [newest.version + 1, startOf(fromDay, at)]
    const decision = { at, makerId, checkerId: checkerId ?? refuse('approvals.never_alone'), reason }
    await insertVersion(tx, { version, rates, from, decision })
    await audit.record(tx, {
      actor,
      action: 'trading.fees_changed',
      object: { type: 'fee_version', id: String(version) },
      before: { version: newest.version, rates: newest.rates },
      after: { version, rates, from: from.toISOString(), approvalRequestId: requestId, makerId, checkerId },
      reason,
    })
    return { version, from: from.toISOString() }
  },
})

const newestOf = (versions: readonly DecidedVersion[]): DecidedVersion => versions.at(-1) ?? FIRST_VERSION
