/** Treasury movements between the hot and the cold wallet. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import type { Request } from '@tunjo/contract/endpoint'
import { treasury } from '@tunjo/contract/treasury'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const calls = client(treasury, send, authorize)

/** Data that change when a movement is proposed, cancelled or ends. */
export const TREASURY = ['treasury'] as const
const LOOK_EVERY_MS = 10_000

export const targetsQuery = queryOptions({
  queryKey: [...TREASURY, 'targets'],
  queryFn: ({ signal }) => calls.targets({}, { signal }),
  refetchInterval: LOOK_EVERY_MS,
})

type Asked = NonNullable<Request<typeof treasury.movements>['query']>
export const movementsQuery = (query: Asked) =>
  queryOptions({
    queryKey: [...TREASURY, 'movements', query],
    queryFn: ({ signal }) => calls.movements({ query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY_MS,
  })

export const proposeMovement = (body: Request<typeof treasury.proposeMovement>['body']) => calls.proposeMovement({ body })
export const cancelRefill = (id: string, reason: string) => calls.cancelRefill({ params: { id }, body: { reason } })
