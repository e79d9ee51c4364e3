/** Where to send a transfer, and the customer's reference: for who may transact, since what comes must be theirs to have. */
import type { TransferInstructions } from '@tunjo/contract/bank-statements'
import { inTransaction } from '../../../platform/database.ts'
import type { PaymentsContext } from '../context.ts'
import { collectionAccount, shownCollection } from './collection-account.ts'
import { groupsOf } from './reference.ts'
import { referenceOf } from './reference-store.ts'

export async function transferInstructions(context: PaymentsContext, accountId: string): Promise<TransferInstructions> {
  const account = collectionAccount(context)
  const { clock, db, limits } = context
  const reference = await inTransaction(db, async (tx) => {
    await limits.mayTrade(tx, accountId)
    return referenceOf(tx, accountId, clock.now())
  })
  return { account: shownCollection(context, account), reference: groupsOf(reference) }
}
