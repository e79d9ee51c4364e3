/** Port for screening the payer of each transfer. The module that keeps the lists answers and acts; the customer is not notified here. */
import type { Transaction } from '../../../../platform/database/database.ts'
import type { Payer } from './payer.ts'

export interface MetPayer extends Payer {
  readonly lineId: string
  /** Owner of the money; null when it is not known yet. */
  readonly accountId: string | null
}
export interface PayerCheck {
  /** Load the lists, before the transactions of many payers. */
  prepare(): Promise<void>
  /**
   * True when the money waits for officers, who are notified in this transaction. Throws when it cannot decide: then nothing is credited.
   */
  isPayerListed(tx: Transaction, payer: MetPayer): Promise<boolean>
}
