/**
 * Get the bank's payment link of a recorded deposit. The provider accepts a reference only once, so a second request, concurrent or
 * after a lost answer, never creates a second transaction.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { refuse } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import type { PaymentsContext } from '../context.ts'
import { ProviderUnreachable } from '../providers/http.ts'
import type { PsePayment, PseTransaction } from '../providers/pse.ts'
import { DEPOSIT_REFUSED } from '../reasons.ts'
import { depositPayableUntil, isAllowedLink } from '../rules.ts'
import { confirmDeposit, failDeposit } from './confirm-deposit.ts'
import { type DepositRow, saveTransaction } from './deposit-store.ts'
import { logMismatch, misfits, readPayment } from './read-payment.ts'

const POLL_MS = 400

/** @throws Refused `payments.bank_link_pending` (repeat with the same key), `payments.provider_unavailable`, `payments.provider_refused` */
export async function bankLink(context: PaymentsContext, deposit: DepositRow): Promise<string> {
  if (deposit.paymentUrl) return deposit.paymentUrl
  if (deposit.state !== 'PENDING') refuse('payments.provider_refused')
  const transactionId = deposit.providerTransactionId ?? (await createTransaction(context, deposit))
  const deadline = performance.now() + context.settings.link.waitMs
  do {
    const link = await readLink(context, deposit, transactionId)
    if (link) return link
    await sleep(POLL_MS)
  } while (performance.now() < deadline)
  return refuse('payments.bank_link_pending')
}

async function createTransaction(context: PaymentsContext, deposit: DepositRow): Promise<string> {
  const { db, log, pse } = context
  const creation = await pse.create(paymentOf(context, deposit))
  failpoint('payments.deposit_created_at_provider')
  const created = creation.outcome === 'created' ? unlessOfOther(context, deposit, creation.transaction) : null
  const transaction = created ?? (await lookUp(context, deposit))
  if (transaction) {
    const { id: transactionId, paymentUrl: _, bankReference } = transaction
    await saveTransaction(db, deposit.id, { transactionId, paymentUrl: null, bankReference })
    return transactionId
  }
  // The transaction is left out, since it may belong to another customer.
  const detail = 'detail' in creation ? creation.detail : null
  log.warn({ depositId: deposit.id, outcome: creation.outcome, detail }, 'PSE transaction was not created')
  if (creation.outcome === 'refused') {
    await failDeposit(context, deposit.id, { state: 'FAILED', reason: DEPOSIT_REFUSED })
    refuse('payments.provider_refused')
  }
  return refuse(creation.outcome === 'reference_used' ? 'payments.bank_link_pending' : 'payments.provider_unavailable')
}

/** Null for the payment of another deposit: its link belongs to another customer, and the created payment is found by the reference. */
function unlessOfOther(context: PaymentsContext, deposit: DepositRow, transaction: PseTransaction): PseTransaction | null {
  const fields = misfits(transaction, deposit)
  if (fields.length === 0) return transaction
  logMismatch(context, { depositId: deposit.id, transactionId: transaction.id, fields })
  return null
}

async function lookUp(context: PaymentsContext, deposit: DepositRow): Promise<PseTransaction | null> {
  try {
    const found = (await context.pse.transactionsOfReference(deposit.id)).filter((one) => misfits(one, deposit).length === 0)
    return found.find(({ status }) => status === 'APPROVED') ?? found[0] ?? null
  } catch (error) {
    if (error instanceof ProviderUnreachable) return null
    throw error
  }
}

async function readLink(context: PaymentsContext, deposit: DepositRow, transactionId: string): Promise<string | null> {
  const { db, log, settings } = context
  let transaction: PseTransaction | null
  try {
    const read = await readPayment(context, transactionId)
    transaction = read && unlessOfOther(context, deposit, read)
  } catch (error) {
    if (error instanceof ProviderUnreachable) return null
    throw error
  }
  if (!transaction) return null
  if (transaction.status !== 'PENDING') {
    const outcome = await confirmDeposit(context, transaction)
    if (outcome === 'failed') refuse('payments.provider_refused')
  }
  const { paymentUrl, bankReference } = transaction
  if (!paymentUrl) return null
  if (!isAllowedLink(paymentUrl, settings.link)) {
    log.error({ securityEvent: 'link_not_allowed', depositId: deposit.id, host: new URL(paymentUrl).host }, 'payment link leads elsewhere')
    refuse('payments.provider_unavailable')
  }
  await saveTransaction(db, deposit.id, { transactionId, paymentUrl, bankReference })
  return paymentUrl
}

const paymentOf = ({ parameters, publicUrl }: PaymentsContext, { id, amount, bankId, payer, createdAt }: DepositRow): PsePayment => ({
  reference: id,
  amountCop: amount,
  bankCode: parameters.bank(bankId)?.pseCode ?? '',
  redirectUrl: `${publicUrl}/application/wallets?pago=${id}`,
  payableUntil: depositPayableUntil(createdAt),
  description: `Abono Tunjo ${id.slice(0, 8)}`,
  payer,
})
