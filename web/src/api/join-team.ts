/** Staff invitation page, opened by the link of a mail. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { joinTeam } from '@tunjo/contract/join-team'
import { send } from './transport.ts'

const calls = client(joinTeam, send)

export const offeredInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['staff-invitation', token],
    queryFn: ({ signal }) => calls.readInvitation({ body: { token } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
export const acceptInvitation = (token: string, password: string) => calls.acceptInvitation({ body: { token, password } })
