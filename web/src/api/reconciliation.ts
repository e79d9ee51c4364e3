/** Reconciliation: liabilities and holdings of the company, differences, and pauses. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { closings } from '@tunjo/contract/closings'
import type { Request } from '@tunjo/contract/endpoint'
import type { AssetCode } from '@tunjo/contract/money'
import { reconciliation } from '@tunjo/contract/reconciliation'
import { csvFile } from './sign-ins.ts'
import { authorize } from './step-up.ts'
import { send, sendDownload } from './transport.ts'

const calls = client(reconciliation, send, authorize)
const ofClosings = client({ list: closings.list }, send)
const downloads = client({ csv: closings.csv }, sendDownload)

/** Half the time between two comparisons. */
const LOOK_EVERY_MS = 10_000

export const booksQuery = queryOptions({
  queryKey: ['books', 'state'],
  queryFn: ({ signal }) => calls.state({}, { signal }),
  refetchInterval: LOOK_EVERY_MS,
})

export const treasuryQuery = queryOptions({
  queryKey: ['books', 'treasury'],
  queryFn: ({ signal }) => calls.treasury({}, { signal }),
  refetchInterval: LOOK_EVERY_MS,
})

type Asked = NonNullable<Request<typeof reconciliation.differences>['query']>
export const differencesQuery = (query: Asked) =>
  queryOptions({
    queryKey: ['books', 'differences', query],
    queryFn: ({ signal }) => calls.differences({ query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY_MS,
  })

export type Outcome = 'explained' | 'closed'
export const endDifference = (id: string, outcome: Outcome, reason: string) =>
  calls.endDifference({ params: { id }, body: { outcome, reason } })
export const freezeAsset = (asset: AssetCode, reason: string) => calls.freezeAsset({ params: { asset }, body: { reason } })
export const liftFreeze = (asset: AssetCode, reason: string) => calls.liftFreeze({ params: { asset }, body: { reason } })

/** Without polling: there is one new closing each day. */
export const closingsQuery = (query: NonNullable<Request<typeof closings.list>['query']>) =>
  queryOptions({
    queryKey: ['books', 'closings', query],
    queryFn: ({ signal }) => ofClosings.list({ query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY_MS,
  })
export const closingsCsv = async (): Promise<Blob> => csvFile(await downloads.csv({}))
