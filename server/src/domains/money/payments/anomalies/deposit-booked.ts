/** Deposit of a payment that two officers booked to a customer: in review, with the reason that the customer reads. */
import { validate as isUuid } from 'uuid'
import type { Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { SYSTEM } from '../../../../platform/state-machine/index.ts'
import type { PaymentsContext } from '../context.ts'
import { bindTransaction, insertBookedDeposit, saveOtherPayer } from '../deposits/deposit-store.ts'
import { beginDeposit, moveDeposit } from '../deposits/move-deposit.ts'
import type { PseTransaction } from '../providers/pse.ts'
import { DEPOSIT_BOOKED, DEPOSIT_OTHER_PAYER } from '../reasons.ts'
import { depositText } from '../sealed-texts.ts'
import { isPaidBy } from '../transfers/payer.ts'
import type { AnomalyRow } from './anomaly-store.ts'

interface Booked {
  readonly anomaly: AnomalyRow
  readonly accountId: string
  readonly payer: PseTransaction['payer']
}

/** Its id is the anomaly's, as a transfer has that of its line. The caller posts its pesos. */
export async function depositBooked(context: PaymentsContext, tx: Transaction, { anomaly, accountId, payer }: Booked): Promise<void> {
  const { clock, limits, outbox, payerCheck, seals } = context
  const { id, amount, providerId, reference } = anomaly
  const person = await limits.verifiedPerson(tx, accountId)
  const named = { name: payer.name, document: payer.document, bank: '', account: '' }
  const isNamed = payer.name !== '' || payer.document !== ''
  const isOfOtherPayer = isNamed && person !== null && !isPaidBy(person, named)
  const at = clock.now()
  const seal = seals.seal(depositText({ id, accountId, method: 'PSE', amount, isBooked: true }))
  const referenceId = isUuid(reference) ? reference : null
  const row = await insertBookedDeposit(tx, { id, accountId, amount, referenceId, isOfOtherPayer, seal, createdAt: at })
  if (!row) refuse('payments.account_not_found')
  await bindTransaction(tx, id, { transactionId: providerId, paymentUrl: null, bankReference: null })
  await beginDeposit(context, tx, row)
  if (isOfOtherPayer) await saveOtherPayer(tx, id, { name: payer.name, document: payer.document })
  if (isNamed) await payerCheck.isPayerListed(tx, { ...named, lineId: id, accountId })
  const reason = isOfOtherPayer ? DEPOSIT_OTHER_PAYER : DEPOSIT_BOOKED
  await moveDeposit(context, tx, row, { to: 'IN_REVIEW', at, actor: SYSTEM, note: reason, set: { reason, ended_at: null } })
  await outbox.emit(tx, 'payments.deposit_held', { accountId, depositId: id, amount: String(amount), method: 'PSE', reason })
}
