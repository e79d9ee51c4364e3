/** Staff and their roles in the back-office. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import type { Request } from '@tunjo/contract/endpoint'
import type { StaffRole } from '@tunjo/contract/permissions'
import { staff } from '@tunjo/contract/staff'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const calls = client(staff, send, authorize)
const LOOK_EVERY_MS = 15_000

type Asked = NonNullable<Request<typeof staff.list>['query']>
export const staffQuery = (query: Asked) =>
  queryOptions({
    queryKey: ['staff', query],
    queryFn: ({ signal }) => calls.list({ query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY_MS,
  })
export const proposeRoles = (id: string, roles: StaffRole[], reason: string) => calls.setRoles({ params: { id }, body: { roles, reason } })
