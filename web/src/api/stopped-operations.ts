/** Stalled money operations, and an immediate retry of one. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import type { Request } from '@tunjo/contract/endpoint'
import { officerPayments } from '@tunjo/contract/payments-officers'
import { type StoppedOperation, stoppedOperations } from '@tunjo/contract/stopped-operations'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const calls = client(stoppedOperations, send, authorize)
const payments = client(officerPayments, send, authorize)
const LOOK_EVERY_MS = 15_000
export const STOPPED_KEY = ['stopped-operations'] as const

type Asked = NonNullable<Request<typeof stoppedOperations.list>['query']>
export const stoppedQuery = (query: Asked) =>
  queryOptions({
    queryKey: [...STOPPED_KEY, query],
    queryFn: ({ signal }) => calls.list({ query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY_MS,
  })

export const retryStopped = ({ kind, id }: Pick<StoppedOperation, 'kind' | 'id'>) => calls.retry({ params: { kind, id } })

type BankWord = Request<typeof officerPayments.decidePayout>['body']
export type PayoutOutcome = BankWord['outcome']
export const recordBankOutcome = (id: string, body: BankWord) => payments.decidePayout({ params: { id }, body })
