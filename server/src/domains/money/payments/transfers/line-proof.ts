/**
 * Verification that a line is as the bank reported it in an imported statement, and a refund as two officers decided it
 * (docs/decisions/0045-sealed-rows.md).
 */
import { Refused } from '../../../../platform/http/refusal.ts'
import type { PaymentsContext } from '../context.ts'
import { lineText } from '../sealed-texts.ts'
import { type LineRow, type RefundRow, refundsToPay } from './line-store.ts'
import { refundsDue, sentBack } from './postings.ts'

/** Report when it is not. */
export function isProvedLine({ log, seals }: Pick<PaymentsContext, 'log' | 'seals'>, line: LineRow): boolean {
  if (isSealedLine(seals, line)) return true
  log.error({ securityEvent: 'payment_unproved', lineId: line.id }, 'a line of no statement that officers imported: nothing was moved')
  return false
}

export const isSealedLine = (seals: PaymentsContext['seals'], line: LineRow): boolean => seals.isSealOf(lineText(line), line.seal)

/** Refunds that the ledger owes: officers pay these by hand. */
export async function provedRefunds(context: Pick<PaymentsContext, 'db' | 'ledger' | 'log'>): Promise<RefundRow[]> {
  const { db, ledger, log } = context
  const before = (await ledger.balance(refundsDue)).posted
  const proved: RefundRow[] = []
  for (const refund of await refundsToPay(db)) {
    if (await isOwed(context, refund)) proved.push(refund)
    else log.error({ securityEvent: 'payment_unproved', refundOf: refund.lineId }, 'a refund that the ledger does not owe: it is not shown')
  }
  const due = proved.reduce((sum, { amount }) => sum + amount, 0n)
  // Read twice, since a refund may be decided or paid meanwhile.
  const after = (await ledger.balance(refundsDue)).posted
  if (due <= before || due <= after) return proved
  // One was paid already, and the rows do not say which.
  const facts = { securityEvent: 'payment_unproved', due: String(due), owed: String(after) }
  log.error(facts, 'the rows of refunds owe more than the ledger: none is shown')
  return []
}

async function isOwed({ ledger }: Pick<PaymentsContext, 'ledger'>, { lineId, amount }: RefundRow): Promise<boolean> {
  try {
    const transfer = await ledger.provedTransfer(sentBack({ id: lineId, amount }).id)
    return transfer?.amount === amount && transfer.credit?.accountId === refundsDue.id
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}
