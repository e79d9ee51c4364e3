/** Bank accounts, PSE deposits, bank withdrawals. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import type { Request } from '@tunjo/contract/endpoint'
import { type FiatTransaction, payments, type StateGroup } from '@tunjo/contract/payments'
import { authorize } from './step-up.ts'
import { idempotent, send } from './transport.ts'

const calls = client(payments, send, authorize)
/** In addition to the live events, in case one is lost. */
const POLL_MS = 15_000

export type FiatKind = FiatTransaction['kind'] | 'ALL'
export type AccountForm = Request<typeof payments.addAccount>['body']

export const accountsQuery = queryOptions({
  queryKey: ['payments', 'accounts'],
  queryFn: ({ signal }) => calls.accounts({}, { signal }),
})
export const rulesQuery = queryOptions({
  queryKey: ['payments', 'rules'],
  queryFn: ({ signal }) => calls.rules({}, { signal }),
  staleTime: 60_000,
})
export const termsQuery = queryOptions({
  queryKey: ['payments', 'terms'],
  queryFn: ({ signal }) => calls.depositTerms({}, { signal }),
  staleTime: 60_000,
})

export interface MovementsRequest {
  kind: FiatKind
  pageIndex: number
  size: number
  stateGroup?: StateGroup
}

export const movementsQuery = ({ kind, ...body }: MovementsRequest) =>
  queryOptions({
    queryKey: ['payments', 'movements', kind, body],
    queryFn: ({ signal }) => listOf(kind)({ body }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Movements in flight, polled in case an event is lost. */
export const pendingMovementsQuery = {
  ...movementsQuery({ kind: 'ALL', stateGroup: 'pending', pageIndex: 0, size: 3 }),
  refetchInterval: 20_000,
}

export const movementQuery = (id: string) =>
  queryOptions({
    queryKey: ['payments', 'movement', id],
    queryFn: ({ signal }) => calls.transaction({ params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && state.data.confirmationDate === null ? POLL_MS : false),
  })

/**
 * Account of the newest movement of a kind: initial value of a form. Null without a movement. Fetched once for each form, and not
 * updated meanwhile: an account that changed on its own would send money to a wrong destination.
 */
export const lastAccountQuery = (kind: FiatTransaction['kind']) =>
  queryOptions({
    queryKey: ['last-account', kind],
    queryFn: async ({ signal }) => {
      const { results } = await listOf(kind)({ body: { pageIndex: 0, size: 1 } }, { signal })
      const [last] = results
      return last ? (await calls.transaction({ params: { id: last.transactionId } }, { signal })).accountId : null
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    // Without an answer the person chooses.
    meta: { explains: true },
  })

export const addAccount = (body: AccountForm) => calls.addAccount({ body })
export const editAccount = (id: string, body: AccountForm) => calls.editAccount({ params: { id }, body })
export const deleteAccount = (id: string) => calls.deleteAccount({ params: { id } })
export const cancelWithdrawal = (id: string) => calls.cancelWithdrawal({ params: { id } })

/** Returns the bank's payment link. */
export const startDeposit = (accountID: string, amount: bigint, key: string) =>
  calls.deposit({ body: { accountID, amount, acceptedPolicy: true, acceptedPersonalData: true } }, idempotent(key))
export const requestWithdrawal = (account: string, amount: bigint, key: string) =>
  calls.withdraw({ body: { account, amount } }, idempotent(key))

function listOf(kind: FiatKind) {
  if (kind === 'DEPOSIT') return calls.deposits
  return kind === 'WITHDRAWAL' ? calls.withdrawals : calls.history
}
