/** Money reports of officers over all customers, and decisions on withdrawals. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import type { Request } from '@tunjo/contract/endpoint'
import { type ATTENTION_LISTS, FiatChoice, moneyReports } from '@tunjo/contract/money-reports'
import { type DEPOSIT_DECISIONS, officerPayments, type WITHDRAWAL_DECISIONS } from '@tunjo/contract/payments-officers'
import { csvFile, type Page } from './sign-ins.ts'
import { authorize } from './step-up.ts'
import { send, sendDownload } from './transport.ts'

const calls = client(moneyReports, send)
const decisions = client(officerPayments, send, authorize)
const downloads = client({ fiatCsv: moneyReports.fiatCsv, tokensCsv: moneyReports.tokensCsv }, sendDownload)

const LOOK_EVERY_MS = 15_000
/** Invalidated by `decideWithdrawals`. */
export const OFFICER_MONEY = ['officer-money'] as const

export type QueueAsked = NonNullable<Request<typeof moneyReports.withdrawals>['query']>
export const withdrawalQueueQuery = (query: QueueAsked) =>
  queryOptions({
    queryKey: [...OFFICER_MONEY, 'queue', query],
    queryFn: ({ signal }) => calls.withdrawals({ query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY_MS,
  })

export type WithdrawalDecision = (typeof WITHDRAWAL_DECISIONS)[number]
/** Undefined: it waits for a second officer, which the page has announced. */
export const decideWithdrawals = (withdrawalIds: readonly string[], decision: WithdrawalDecision, reason: string) =>
  decisions.decideWithdrawals({ body: { withdrawalIds: [...withdrawalIds], decision, reason } })

export const depositsInReviewQuery = (page: Page) =>
  queryOptions({
    queryKey: [...OFFICER_MONEY, 'deposits-in-review', page],
    queryFn: ({ signal }) => decisions.depositsInReview({ query: page }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY_MS,
  })
export type DepositInReview = Awaited<ReturnType<typeof decisions.depositsInReview>>['results'][number]
export type DepositDecision = (typeof DEPOSIT_DECISIONS)[number]
/** Always waits for a second officer; the page announces it. */
export const decideDeposit = (id: string, decision: DepositDecision, reason: string) =>
  decisions.decideDeposit({ params: { id }, body: { decision, reason } })

export type AttentionList = (typeof ATTENTION_LISTS)[number]
export const uncreditedTokensQuery = (list: AttentionList, page: Page) =>
  queryOptions({
    queryKey: [...OFFICER_MONEY, 'tokens-to-look-at', list, page],
    queryFn: ({ signal }) => calls.tokensToLookAt({ query: { list, ...page } }, { signal }),
    // Rows of the other list would appear under a sentence that is not about them.
    placeholderData: (previous, query) => (query?.queryKey.includes(list) ? previous : undefined),
    refetchInterval: LOOK_EVERY_MS,
  })

export type FiatAsked = Partial<FiatChoice> & Pick<FiatChoice, 'transactionType'>
/** Parameters of the calls: -1 and the empty text for filters that are not set. */
export const wholeFiat = (asked: FiatAsked): FiatChoice => ({ ...FiatChoice.parse({ transactionType: asked.transactionType }), ...asked })
export const fiatQuery = (asked: FiatAsked, page: { pageIndex: number; itemsPerPage: number }) =>
  queryOptions({
    queryKey: [...OFFICER_MONEY, 'fiat', asked, page],
    queryFn: async ({ signal }) => {
      const { transactionReportDTOList: results, total } = await calls.fiat({ body: { ...wholeFiat(asked), ...page } }, { signal })
      return { results, total }
    },
    placeholderData: keepPreviousData,
  })
export const fiatCsv = async (asked: FiatAsked): Promise<Blob> => csvFile(await downloads.fiatCsv({ body: wholeFiat(asked) }))

export type TokensAsked = NonNullable<Request<typeof moneyReports.tokensCsv>['query']>
export const tokenReportQuery = (asked: TokensAsked, { pageIndex, size }: Page) =>
  queryOptions({
    queryKey: [...OFFICER_MONEY, 'tokens', asked, pageIndex, size],
    queryFn: ({ signal }) => calls.tokens({ query: { ...asked, pageIndex, limit: size } }, { signal }),
    placeholderData: keepPreviousData,
  })
export const tokenReportCsv = async (query: TokensAsked): Promise<Blob> => csvFile(await downloads.tokensCsv({ query }))
