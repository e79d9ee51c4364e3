/** Comparison of the payer in the provider's record with the customer. */
import type { Transaction } from '../../../../platform/database/database.ts'
import type { PaymentsContext } from '../context.ts'
import type { PseTransaction } from '../providers/pse.ts'
import { isPaidBy, type KnownPerson, otherFields } from '../transfers/payer.ts'
import type { DepositRow } from './deposit-store.ts'

type Payer = PseTransaction['payer']

/** Decided as for bank transfers: by document where the record has it, else by name. Missing fields of the record are not compared. */
export async function isOfOtherPayer(
  { limits }: Pick<PaymentsContext, 'limits'>,
  tx: Transaction,
  deposit: DepositRow,
  { name, document }: Payer,
): Promise<boolean> {
  if (name === '' && document === '') return false
  const person: KnownPerson = (await limits.verifiedPerson(tx, deposit.accountId)) ?? deposit.payer
  return !isPaidBy(person, { name, document, bank: '', account: '' })
}

/** Fields in which the record names another person than was sent to the provider, and than the customer is now. */
export async function otherPayerFields(
  { limits }: Pick<PaymentsContext, 'limits'>,
  tx: Transaction,
  { accountId, payer: reported }: DepositRow,
  payer: Payer,
): Promise<string[]> {
  const person = await limits.verifiedPerson(tx, accountId)
  return otherFields(person ? [reported, person] : [reported], payer)
}
