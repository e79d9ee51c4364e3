/** Port: asked about who paid each transfer. Whoever keeps lists answers and acts; the customer hears nothing of it here. */
import type { Transaction } from '../../../platform/database.ts'
import type { Payer } from './payer.ts'

export interface MetPayer extends Payer {
  readonly lineId: string
  /** Whose the money is; null: nobody knows yet. */
  readonly accountId: string | null
}
export interface PayerCheck {
  /** Before the transactions of many. */
  prepare(): Promise<void>
  /** True: the money waits for officers, who are told in this transaction. Throws when it cannot say: then nothing is credited. */
  isPayerListed(tx: Transaction, payer: MetPayer): Promise<boolean>
}
