/** Retention of documents after an account is closed, and the legal holds that extend it. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { retention } from '@tunjo/contract/retention'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const calls = client(retention, send, authorize)

export const retentionQuery = queryOptions({
  queryKey: ['retention'],
  queryFn: ({ signal }) => calls.show({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

const HOLDS_SHOWN_MAX = 100
/** Holds in force first. */
export const legalHoldsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['legal-holds', accountId],
    queryFn: ({ signal }) => calls.legalHolds({ query: { accountId, size: HOLDS_SHOWN_MAX } }, { signal }),
  })
export const placeLegalHold = (accountId: string, reason: string) => calls.placeLegalHold({ body: { accountId, reason } })
export const liftLegalHold = (id: string, reason: string) => calls.liftLegalHold({ params: { id }, body: { reason } })
