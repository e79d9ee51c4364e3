/** What an alert points to: where it is, and nothing of it. What is forgotten there is forgotten. */
import type { EvidenceType } from '@tunjo/contract/alert-evidence'

export interface EvidenceRef {
  readonly type: EvidenceType
  readonly id: string
  /** Of something that changed: which of both. */
  readonly role?: 'before' | 'after'
}
