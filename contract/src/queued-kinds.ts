/** Queues that officers take work from, and the kinds of work in them. */
import { WORK_KINDS } from './deadline-kinds.ts'

/** Whose deadline is of a law, and not of the house. Their own modules tell officers of them. */
export const LEGAL_WORK_KINDS = ['data_request', 'match'] as const
export const QUEUED_KINDS = [...WORK_KINDS, ...LEGAL_WORK_KINDS] as const
export type QueuedKind = (typeof QUEUED_KINDS)[number]

/** What officers take work from. A hit is in the same queue before and after somebody first looked at it. */
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
