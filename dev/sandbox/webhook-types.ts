/** Signed event that waits for its delivery to the product. */
import type { Channel } from './switch-types.ts'

export interface Webhook {
  id: string
  channel: Channel
  event: string
  /** The exact bytes that are posted, on every attempt. */
  body: string
  checksum: string
  createdAt: number
  dueAt: number
  attempts: number
  /** `held`: waits for a later webhook to overtake it. */
  status: 'waiting' | 'held' | 'delivered' | 'dropped' | 'given-up'
  lastAnswer: string | null
  faults: string[]
}
