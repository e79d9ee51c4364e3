/** Work queues of an officer: list, take, release. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import type { Request } from '@tunjo/contract/endpoint'
import { type WorkItem, workQueues } from '@tunjo/contract/work-queues'
import { refreshPerson } from './compliance.ts'
import { queries } from './query-client.ts'
import { send } from './transport.ts'

const calls = client(workQueues, send)

export type WorkQuery = NonNullable<Request<typeof workQueues.listWork>['query']>
const LOOK_EVERY_MS = 60_000

/** With the lists of people, which are refetched after every change. */
export const workQuery = (query: WorkQuery) =>
  queryOptions({
    queryKey: ['compliance', 'people', 'work', query],
    queryFn: ({ signal }) => calls.listWork({ query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY_MS,
    staleTime: 0,
  })

/** Refetches after every answer: the shown data may be outdated. Documents show their assignee on the person's page too. */
const refresh = () => queries.invalidateQueries({ queryKey: ['compliance', 'people'] })
const refreshAfter = ({ queue, id }: One) => (queue === 'documents' ? refreshPerson(id) : refresh())

type One = Pick<WorkItem, 'queue' | 'id'>
export const takeNextWork = async (queue: WorkItem['queue'] | null): Promise<WorkItem | null> =>
  (await calls.takeNextWork({ body: { queue } }).finally(refresh)).taken
export const takeWork = ({ queue, id }: One) => calls.takeWork({ body: { queue, id } }).finally(() => refreshAfter({ queue, id }))
export const releaseWork = ({ queue, id }: One) => calls.releaseWork({ body: { queue, id } }).finally(() => refreshAfter({ queue, id }))
/** Absence through that day; null: ends it. The officer's items are then unassigned on every list. */
export const changeAbsence = (untilDay: string | null) => calls.changeAbsence({ body: { untilDay } }).finally(refresh)
