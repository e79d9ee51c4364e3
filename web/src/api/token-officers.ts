/** Token withdrawals that wait for officers, what they decide about each, and the switch that stops them all. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { cryptoOfficers, type WITHDRAWAL_DECISIONS } from '@tunjo/contract/crypto-officers'
import { OFFICER_MONEY } from './officer-money.ts'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const calls = client(cryptoOfficers, send, authorize)
const LOOK_EVERY_MS = 15_000

export const tokensInReviewQuery = queryOptions({
  queryKey: [...OFFICER_MONEY, 'tokens-in-review'],
  queryFn: ({ signal }) => calls.withdrawalsInReview({}, { signal }),
  refetchInterval: LOOK_EVERY_MS,
})
export type TokensInReview = Awaited<ReturnType<typeof calls.withdrawalsInReview>>[number]
export type TokenDecision = (typeof WITHDRAWAL_DECISIONS)[number]
/** An approval always waits for a second officer; the page says so. */
export const decideTokens = (id: string, decision: TokenDecision, reason: string) =>
  calls.decideWithdrawal({ params: { id }, body: { decision, reason } })

export const tokenSwitchQuery = queryOptions({
  queryKey: [...OFFICER_MONEY, 'token-switch'],
  queryFn: ({ signal }) => calls.withdrawalsState({}, { signal }),
  refetchInterval: LOOK_EVERY_MS,
})
export type TokenSwitchState = Awaited<ReturnType<typeof calls.withdrawalsState>>
export const pauseTokens = (reason: string) => calls.pauseWithdrawals({ body: { reason } })
/** Always waits for a second officer; the page says so. */
export const resumeTokens = (reason: string) => calls.resumeWithdrawals({ body: { reason } })
