/** A line that is known to be a customer's becomes a deposit: credited, or held for review with the reason when the customer may not have it yet. */
import type { Transaction } from '../../../platform/database.ts'
import { type Refusal, Refused } from '../../../platform/refusal.ts'
import { SYSTEM } from '../../../platform/state-machine/index.ts'
import { customerAccount, type Post } from '../../ledger/index.ts'
import type { PaymentsContext } from '../context.ts'
import { insertTransferDeposit } from '../deposits/deposit-store.ts'
import { beginDeposit, moveDeposit } from '../deposits/move-deposit.ts'
import { depositsInReview } from '../deposits/suspense.ts'
import { TRANSFER_NOT_NOW, TRANSFER_OTHER_PAYER, transferHeld } from '../reasons.es.ts'
import { collectionAccount } from './collection-account.ts'
import type { LineRow } from './line-store.ts'
import { isPaidBy, type Known } from './payer.ts'
import { arrived, decided } from './postings.ts'

type DepositContext = Pick<PaymentsContext, 'clock' | 'ledger' | 'limits' | 'outbox' | 'settings'>

/** Its reference says whose it is: the payer must be that person too. */
export async function depositByReference(context: DepositContext, tx: Transaction, line: LineRow, accountId: string): Promise<void> {
  const person = await context.limits.verifiedPerson(tx, accountId)
  const held = person ? await reasonToHold(context, tx, { line, accountId, person }) : TRANSFER_NOT_NOW
  await deposit(context, tx, { line, accountId, held })
  await context.ledger.postWithin(tx, [arrived(line, held === null ? customerAccount(accountId, 'COP') : depositsInReview)])
}

async function reasonToHold(
  context: DepositContext,
  tx: Transaction,
  { line, accountId, person }: { line: LineRow; accountId: string; person: Known },
): Promise<string | null> {
  return isPaidBy(person, line.payer) ? refusalOfLimits(context, tx, line, accountId) : TRANSFER_OTHER_PAYER
}

/** Two officers say whose it is. It stands in suspense already. */
export async function depositAssigned(context: DepositContext, tx: Transaction, line: LineRow, accountId: string): Promise<void> {
  const held = await refusalOfLimits(context, tx, line, accountId)
  await deposit(context, tx, { line, accountId, held })
  const postings: Post[] = held === null ? [decided(line, customerAccount(accountId, 'COP'))] : []
  if (postings.length > 0) await context.ledger.postWithin(tx, postings)
}

/** The pesos are here whatever the limits say: they only say when the customer has them. */
async function refusalOfLimits({ limits }: DepositContext, tx: Transaction, line: LineRow, accountId: string): Promise<string | null> {
  const refused = await limitsRefuse(() =>
    limits.reserveLimit(tx, { operationId: line.id, accountId, direction: 'deposit', amountCop: line.amount }),
  )
  return refused && transferHeld(refused.code)
}

async function limitsRefuse(reserve: () => Promise<unknown>): Promise<Refusal | null> {
  try {
    await reserve()
    return null
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

async function deposit(
  context: DepositContext,
  tx: Transaction,
  { line, accountId, held: reason }: { line: LineRow; accountId: string; held: string | null },
): Promise<void> {
  const { clock, outbox } = context
  const { id: depositId, amount, bankId: bankReference } = line
  const { bankId, accountType, number, holder } = collectionAccount(context)
  const at = clock.now()
  const account = { bankId, accountType, number, alias: holder }
  const isOfOtherPayer = reason === TRANSFER_OTHER_PAYER
  const row = await insertTransferDeposit(tx, { id: depositId, accountId, amount, account, bankReference, createdAt: at, isOfOtherPayer })
  await beginDeposit(context, tx, row)
  const told = { accountId, depositId, amount: String(amount) }
  if (reason === null) {
    await moveDeposit(context, tx, row, { to: 'COMPLETED', at, actor: SYSTEM, set: { ended_at: at } })
    await outbox.emit(tx, 'payments.deposit_credited', told)
  } else {
    await moveDeposit(context, tx, row, { to: 'IN_REVIEW', at, actor: SYSTEM, note: reason, set: { reason } })
    await outbox.emit(tx, 'payments.deposit_held', { ...told, reason })
  }
}
