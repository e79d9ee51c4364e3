/** Evidence reference of an alert: the location of the data, without a copy. Data that is erased there is erased here too. */
import type { EvidenceType } from '@tunjo/contract/alert-evidence'

export interface EvidenceRef {
  readonly type: EvidenceType
  readonly id: string
  /** For a change: which side of it. */
  readonly role?: 'before' | 'after'
}
