/**
 * Instructions for a transfer, with the customer's reference: only for customers who may transact, since received money must be creditable
 * to them.
 */
import type { TransferInstructions } from '@tunjo/contract/bank-statements'
import { inTransaction } from '../../../../platform/database/database.ts'
import type { PaymentsContext } from '../context.ts'
import { collectionAccount, presentCollection } from './collection-account.ts'
import { groupsOf } from './reference.ts'
import { referenceOf } from './reference-store.ts'

export async function transferInstructions(context: PaymentsContext, accountId: string): Promise<TransferInstructions> {
  const account = collectionAccount(context)
  const { clock, db, limits } = context
  const reference = await inTransaction(db, async (tx) => {
    await limits.mayTrade(tx, accountId)
    return referenceOf(tx, accountId, clock.now())
  })
  return { account: presentCollection(context, account), reference: groupsOf(reference) }
}
