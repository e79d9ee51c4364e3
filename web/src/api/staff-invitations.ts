/** Staff invitations, for officers. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import type { Request } from '@tunjo/contract/endpoint'
import { staffInvitations } from '@tunjo/contract/staff-invitations'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const calls = client(staffInvitations, send, authorize)
const LOOK_EVERY_MS = 15_000

type Asked = NonNullable<Request<typeof staffInvitations.invitations>['query']>
export const invitationsQuery = (query: Asked) =>
  queryOptions({
    queryKey: ['staff', 'invitations', query],
    queryFn: ({ signal }) => calls.invitations({ query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY_MS,
  })

export type Invited = Request<typeof staffInvitations.invite>['body']
export const invite = (body: Invited) => calls.invite({ body })
export const resendInvitation = (id: string) => calls.resendInvitation({ params: { id } })
export const revokeInvitation = (id: string, reason: string) => calls.revokeInvitation({ params: { id }, body: { reason } })
