/**
 * Approval guard: a call with `approval: 'four-eyes'` answers what platform/approvals made of it, or it is not answered. So no handler
 * can do by itself what two officers must agree on.
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

/** What the handler answered: the answer itself, or the request that waits. */
export function outcomeOf({ approval, method, path }: Endpoint, answer: unknown): Outcome<unknown> {
  if (!approval) return { isDone: true, answer }
  if (!(answer instanceof ApprovalOutcome)) throw new TypeError(`${method} ${path} must be performed through platform/approvals`)
  return answer.outcome
}

export const sendWaiting = (reply: FastifyReply, waiting: ApprovalWaiting): FastifyReply =>
  reply
    .code(202)
    .type('application/json; charset=utf-8')
    .serializer(String)
    .send(JSON.stringify(z.encode(ApprovalWaiting, waiting)))
