/** Officers' decisions about waiting token withdrawals and deposits, and the switch that pauses all withdrawals. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import {
  cryptoOfficers,
  type TOKEN_WITHDRAWAL_DECISIONS,
  type TokenDepositDecision,
  type TokenDisputeDecision,
} from '@tunjo/contract/crypto-officers'
import { OFFICER_MONEY } from './officer-money.ts'
import type { Page } from './sign-ins.ts'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const calls = client(cryptoOfficers, send, authorize)
const LOOK_EVERY_MS = 15_000

export type TokenDecision = (typeof TOKEN_WITHDRAWAL_DECISIONS)[number]
/** An approval always waits for a second officer; the page announces it. */
export const decideTokens = (withdrawalIds: readonly string[], decision: TokenDecision, reason: string) =>
  calls.decideWithdrawals({ body: { withdrawalIds: [...withdrawalIds], decision, reason } })

export const tokenSwitchQuery = queryOptions({
  queryKey: [...OFFICER_MONEY, 'token-switch'],
  queryFn: ({ signal }) => calls.withdrawalsState({}, { signal }),
  refetchInterval: LOOK_EVERY_MS,
})
export type TokenSwitchState = Awaited<ReturnType<typeof calls.withdrawalsState>>
export const pauseTokens = (reason: string) => calls.pauseWithdrawals({ body: { reason } })
/** Always waits for a second officer; the page announces it. */
export const resumeTokens = (reason: string) => calls.resumeWithdrawals({ body: { reason } })

export const listedDepositsQuery = (page: Page) =>
  queryOptions({
    queryKey: [...OFFICER_MONEY, 'listed-deposits', page],
    queryFn: ({ signal }) => calls.depositsInReview({ query: page }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY_MS,
  })
export type ListedDeposit = Awaited<ReturnType<typeof calls.depositsInReview>>['results'][number]
/** Always waits for a second officer; the page announces it. */
export const decideListedDeposit = (id: string, decision: TokenDepositDecision, reason: string) =>
  calls.decideDeposit({ params: { id }, body: { decision, reason } })

export const disputedDepositsQuery = (page: Page) =>
  queryOptions({
    queryKey: [...OFFICER_MONEY, 'disputed-deposits', page],
    queryFn: ({ signal }) => calls.depositsInDispute({ query: page }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY_MS,
  })
export type DisputedDeposit = Awaited<ReturnType<typeof calls.depositsInDispute>>['results'][number]
/** Always waits for a second officer; the page announces it. */
export const decideDispute = (id: string, decision: TokenDisputeDecision, reason: string) =>
  calls.decideDispute({ params: { id }, body: { decision, reason } })
