/**
 * Approval guard: a call with `approval: 'four-eyes'` returns the outcome of platform/approvals, or fails. Therefore no handler can do
 * alone what two officers must agree on.
 */
import { ApprovalWaiting } from '@tunjo/contract/approval-waiting'
import type { Endpoint } from '@tunjo/contract/endpoint'
import type { FastifyReply } from 'fastify'
import * as z from 'zod'

export type Outcome<T> = { readonly isDone: true; readonly answer: T } | { readonly isDone: false; readonly waiting: ApprovalWaiting }

export class ApprovalOutcome<T> {
  readonly outcome: Outcome<T>
  constructor(outcome: Outcome<T>) {
    this.outcome = outcome
  }
}

/** Outcome of the handler: the answer itself, or the request that waits. */
export function outcomeOf({ approval, method, path }: Endpoint, answer: unknown): Outcome<unknown> {
  if (!approval) return { isDone: true, answer }
  if (!(answer instanceof ApprovalOutcome)) throw new TypeError(`${method} ${path} must be performed through platform/approvals`)
  return answer.outcome
}

export const sendPendingApproval = (reply: FastifyReply, waiting: ApprovalWaiting): FastifyReply =>
  reply
    .code(202)
    .type('application/json; charset=utf-8')
    .serializer(String)
    .send(JSON.stringify(z.encode(ApprovalWaiting, waiting)))
