/** Queues that officers take work from, and the kinds of work in them. */
import { WORK_KINDS } from './deadline-kinds.ts'

/** Kinds with a legal deadline, not a company one. Their own modules notify officers. */
export const LEGAL_WORK_KINDS = ['data_request', 'match'] as const
export const QUEUED_KINDS = [...WORK_KINDS, ...LEGAL_WORK_KINDS] as const
export type QueuedKind = (typeof QUEUED_KINDS)[number]

/** Queues that officers take work from. A hit stays in the same queue before and after its first check. */
export const WORK_QUEUES = [
  'lists',
  'documents',
  'alerts',
  'withdrawals',
  'refresh',
  'nature',
  'conversations',
  'data_requests',
  'matches',
] as const
export type WorkQueue = (typeof WORK_QUEUES)[number]
export const QUEUE_OF: Readonly<Record<QueuedKind, WorkQueue>> = {
  hit_look: 'lists',
  hit: 'lists',
  alert: 'alerts',
  review: 'documents',
  withdrawal: 'withdrawals',
  conversation: 'conversations',
  refresh: 'refresh',
  diligence: 'refresh',
  nature: 'nature',
  data_request: 'data_requests',
  match: 'matches',
}
