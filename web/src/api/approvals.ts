/** Maker-checker approvals: the inbox, and its decisions. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type ApprovalRequest, approvals } from '@tunjo/contract/approvals'
import { client } from '@tunjo/contract/client'
import type { Answer, Request } from '@tunjo/contract/endpoint'
import { authorize } from './step-up.ts'
import { idempotent, newKey, send } from './transport.ts'

const calls = client(approvals, send, authorize)
const LOOK_EVERY_MS = 15_000

export type ApprovalDetail = Answer<typeof approvals.show>
type Asked = NonNullable<Request<typeof approvals.list>['query']>

export const approvalsQuery = (query: Asked) =>
  queryOptions({
    queryKey: ['approvals', 'list', query],
    queryFn: ({ signal }) => calls.list({ query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_EVERY_MS,
  })

export const approvalQuery = (id: string) =>
  queryOptions({ queryKey: ['approvals', 'one', id], queryFn: ({ signal }) => calls.show({ params: { id } }, { signal }) })

export type Decision = 'approve' | 'refuse' | 'withdraw' | 'breakGlass' | 'justified' | 'notJustified'

export function decideApproval(id: string, decision: Decision, note: string): Promise<ApprovalRequest> {
  const params = { id }
  const once = idempotent(newKey())
  if (decision === 'justified') return calls.review({ params, body: { note, verdict: 'justified' } }, once)
  if (decision === 'notJustified') return calls.review({ params, body: { note, verdict: 'not_justified' } }, once)
  return calls[decision]({ params, body: { note } }, once)
}
