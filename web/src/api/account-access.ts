/** Account access actions for officers. */
import { queryOptions } from '@tanstack/react-query'
import { type AccessAction, accountAccess } from '@tunjo/contract/account-access'
import { client } from '@tunjo/contract/client'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const calls = client(accountAccess, send, authorize)

export const accountAccessQuery = (id: string) =>
  queryOptions({ queryKey: ['account-access', id], queryFn: ({ signal }) => calls.show({ params: { id } }, { signal }) })

const CALLS = {
  block: calls.block,
  unblock: calls.unblock,
  freeze: calls.freeze,
  end_sessions: calls.endSessions,
  reset_factors: calls.resetFactors,
} as const
/** Undefined: it waits for a second officer, which the page has announced. */
export const changeAccess = (action: AccessAction, id: string, reason: string): Promise<unknown> =>
  CALLS[action]({ params: { id }, body: { reason } })
