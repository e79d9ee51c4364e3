/** Found transactions of the platform's wallets without a ledger operation, and their booking by two officers. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { foundTransactions } from '@tunjo/contract/found-transactions'
import { OFFICER_MONEY } from './officer-money.ts'
import type { Page } from './sign-ins.ts'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const calls = client(foundTransactions, send, authorize)
const LOOK_EVERY_MS = 15_000

export const foundTransactionsQuery = (page: Page) =>
  queryOptions({
    queryKey: [...OFFICER_MONEY, 'found-transactions', page],
    queryFn: ({ signal }) => calls.foundTransactions({ query: page }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY_MS,
  })
export type FoundTransaction = Awaited<ReturnType<typeof calls.foundTransactions>>['results'][number]

/** Always waits for a second officer; the page announces it. `withdrawalId` null: it belongs to no withdrawal. */
export const bookFound = (hash: string, withdrawalId: string | null, reason: string) =>
  calls.bookFound({ params: { hash }, body: { target: withdrawalId === null ? 'suspense' : 'withdrawal', withdrawalId, reason } })

/** Always waits for a second officer; the page says so. `accountId` null: the platform bears it. */
export const settleFound = (hash: string, accountId: string | null, reason: string) =>
  calls.settleFound({ params: { hash }, body: { target: accountId === null ? 'platform' : 'customer', accountId, reason } })
