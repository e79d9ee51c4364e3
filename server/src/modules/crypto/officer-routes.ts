/** HTTP routes of token withdrawals for officers. */
import { cryptoOfficers as contract } from '@tunjo/contract/crypto-officers'
import { ASSET_CODES, ASSETS, type AssetCode, formatUnits } from '@tunjo/contract/money'
import { validate as isUuid } from 'uuid'
import { getAddress } from 'viem'
import { personActor } from '../../platform/audit/index.ts'
import type { StepUpDescription } from '../../platform/http/guards/step-up.ts'
import { implement, type Route } from '../../platform/http/route.ts'
import { refuse } from '../../platform/refusal.ts'
import { excerpt } from '../../platform/visible-text.ts'
import type { CryptoContext } from './context.ts'
import { newestPause } from './withdrawals/pause-store.ts'
import { pauseWithdrawals, RESUME_APPROVAL } from './withdrawals/pause-withdrawals.ts'
import { describeDecision, WITHDRAWAL_APPROVAL } from './withdrawals/review-withdrawal.ts'
import { findWithdrawal, listInReview, takenOfAll, type WithdrawalRow } from './withdrawals/withdrawal-store.ts'

const IN_REVIEW_MAX = 100
const DAY_MS = 24 * 3_600_000

export function officerRoutes(context: CryptoContext): Route[] {
  const { db, clock, settings, approvals } = context
  return implement(
    contract,
    {
      withdrawalsInReview: async () => (await listInReview(db, IN_REVIEW_MAX)).map(shownInReview),
      async decideWithdrawal({ caller, params, body: { decision, reason } }) {
        const { id: withdrawalId, accountId } = await known(context, params.id)
        return approvals.perform(WITHDRAWAL_APPROVAL, { params: { withdrawalId, accountId, decision }, caller, reason })
      },
      async withdrawalsState() {
        const since = new Date(clock.now().getTime() - DAY_MS)
        const [pause, ...taken] = await Promise.all([newestPause(db), ...ASSET_CODES.map((asset) => takenOfAll(db, asset, since))])
        const paused = pause?.isPaused ? pause : null
        const day = ASSET_CODES.map((asset, index) => ({
          asset,
          taken: text(asset, taken[index] ?? 0n),
          maximum: text(asset, settings.withdrawals.platformDayMax[asset]),
        }))
        return { paused: paused !== null, reason: paused?.reason ?? null, since: paused?.at.toISOString() ?? null, day }
      },
      pauseWithdrawals: ({ caller, body: { reason }, http }) => pauseWithdrawals(context, personActor(caller, http), reason),
      resumeWithdrawals: ({ caller, body: { reason } }) => approvals.perform(RESUME_APPROVAL, { params: {}, caller, reason }),
    },
    {
      async decideWithdrawal({ params, body: { decision, reason } }) {
        const { title, details } = describeDecision(await known(context, params.id), decision)
        return { title, details: [...details, { label: 'Motivo', value: excerpt(reason) }] }
      },
      pauseWithdrawals: async ({ body: { reason } }) => switching('Pausar todos los retiros por la red', reason),
      resumeWithdrawals: async ({ body: { reason } }) => switching('Reanudar los retiros por la red', reason),
    },
  )
}

const switching = (title: string, reason: string): StepUpDescription => ({ title, details: [{ label: 'Motivo', value: excerpt(reason) }] })

const known = async ({ db }: CryptoContext, id: string): Promise<WithdrawalRow> =>
  (isUuid(id) ? await findWithdrawal(db, id) : null) ?? refuse('crypto.withdrawal_not_found')

const text = (asset: AssetCode, amount: bigint): string => formatUnits(amount, ASSETS[asset].scale)

const shownInReview = (row: WithdrawalRow & { savedAt: Date }) => ({
  id: row.id,
  accountId: row.accountId,
  asset: row.asset,
  amount: text(row.asset, row.amount),
  fee: text(row.asset, row.fee),
  valueCop: text('COP', row.valueCop),
  address: getAddress(row.address),
  alias: row.alias,
  addressSavedAt: row.savedAt.toISOString(),
  receiverId: row.receiverId,
  reasons: [...row.reviewReasons],
  sanctions: row.sanctions,
  creationDate: row.createdAt.toISOString(),
})
