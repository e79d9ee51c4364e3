/** Payments whose record at the provider differs from the ledger. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import type { Request } from '@tunjo/contract/endpoint'
import { paymentAnomalies } from '@tunjo/contract/payment-anomalies'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const calls = client(paymentAnomalies, send, authorize)
const LOOK_EVERY_MS = 15_000
export const ANOMALIES_KEY = ['payment-anomalies'] as const

type Asked = NonNullable<Request<typeof paymentAnomalies.list>['query']>
export const anomaliesQuery = (query: Asked) =>
  queryOptions({
    queryKey: [...ANOMALIES_KEY, query],
    queryFn: ({ signal }) => calls.list({ query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY_MS,
  })

export const takenBackQuery = (depositId: string) =>
  queryOptions({
    queryKey: [...ANOMALIES_KEY, 'taken-back', depositId],
    queryFn: ({ signal }) => calls.takenBack({ params: { id: depositId } }, { signal }),
    refetchInterval: LOOK_EVERY_MS,
  })
/** Always waits for a second officer; the page announces it. */
export const endTakenBack = (depositId: string, reason: string) => calls.endTakenBack({ params: { id: depositId }, body: { reason } })

type Booking = Request<typeof paymentAnomalies.book>['body']
/** Always waits for a second officer; the page announces it. */
export const bookAnomaly = (id: string, body: Booking) => calls.book({ params: { id }, body })
