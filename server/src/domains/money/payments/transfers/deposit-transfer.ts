/** Deposit of a line whose customer is known: credited, or held for review with the reason when the customer may not have it yet. */
import type { Transaction } from '../../../../platform/database/database.ts'
import { type Refusal, Refused } from '../../../../platform/http/refusal.ts'
import { SYSTEM } from '../../../../platform/state-machine/index.ts'
import { customerAccount, type Post } from '../../ledger/index.ts'
import type { PaymentsContext } from '../context.ts'
import { insertTransferDeposit } from '../deposits/deposit-store.ts'
import { beginDeposit, moveDeposit } from '../deposits/move-deposit.ts'
import { depositsInReview } from '../deposits/suspense.ts'
import { TRANSFER_NOT_NOW, TRANSFER_OTHER_PAYER, TRANSFER_TOO_SMALL, transferHeld } from '../reasons.ts'
import { DEPOSIT_RANGE } from '../rules.ts'
import { depositText } from '../sealed-texts.ts'
import { collectionAccount } from './collection-account.ts'
import type { LineRow } from './line-store.ts'
import { isPaidBy } from './payer.ts'
import { arrived, decided } from './postings.ts'

type DepositContext = Pick<PaymentsContext, 'clock' | 'ledger' | 'limits' | 'outbox' | 'payerCheck' | 'seals' | 'settings'>

/** Its reference identifies the customer: the payer must be the same person. */
export async function depositByReference(context: DepositContext, tx: Transaction, line: LineRow, accountId: string): Promise<void> {
  const person = await context.limits.verifiedPerson(tx, accountId)
  const isOfOtherPayer = person !== null && !isPaidBy(person, line.payer)
  // First, since the payer is screened even when the money is held for another reason.
  const isListed = await isPayerListed(context, tx, line, accountId)
  const kept = isListed || !person ? TRANSFER_NOT_NOW : isOfOtherPayer ? TRANSFER_OTHER_PAYER : isTooSmall(line) ? TRANSFER_TOO_SMALL : null
  const held = kept ?? (await refusalOfLimits(context, tx, line, accountId))
  await deposit(context, tx, { line, accountId, held, isOfOtherPayer })
  await context.ledger.postWithin(tx, [arrived(line, held === null ? customerAccount(accountId, 'COP') : depositsInReview)])
}

/**
 * Below the minimum of a deposit, which the instructions state (E8): a credit is minted at the platform's cost, so officers decide what
 * becomes of it.
 */
const isTooSmall = ({ amount }: LineRow): boolean => amount < DEPOSIT_RANGE.minimum

/** The customer receives the same answer as any account in review. */
const isPayerListed = ({ payerCheck }: DepositContext, tx: Transaction, { id: lineId, payer }: LineRow, accountId: string) =>
  payerCheck.isPayerListed(tx, { ...payer, lineId, accountId })

/** Two officers assigned it. It is in suspense already. */
export async function depositAssigned(context: DepositContext, tx: Transaction, line: LineRow, accountId: string): Promise<void> {
  const isListed = await isPayerListed(context, tx, line, accountId)
  const held = isListed ? TRANSFER_NOT_NOW : await refusalOfLimits(context, tx, line, accountId)
  await deposit(context, tx, { line, accountId, held, isOfOtherPayer: false })
  const postings: Post[] = held === null ? [decided(line, customerAccount(accountId, 'COP'))] : []
  if (postings.length > 0) await context.ledger.postWithin(tx, postings)
}

/** The pesos have arrived whatever the limits: they only decide when the customer receives them. */
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
  { line, accountId, held: reason, isOfOtherPayer }: { line: LineRow; accountId: string; held: string | null; isOfOtherPayer: boolean },
): Promise<void> {
  const { clock, outbox } = context
  const { id: depositId, amount, bankId: bankReference } = line
  const { bankId, accountType, number, holder } = collectionAccount(context)
  const at = clock.now()
  const account = { bankId, accountType, number, alias: holder }
  const seal = context.seals.seal(depositText({ id: depositId, accountId, method: 'TRANSFER', amount }))
  const payload = { accountId, depositId, amount: String(amount) }
  const facts = { id: depositId, accountId, amount, account, bankReference, createdAt: at, isOfOtherPayer, seal }
  const row = await insertTransferDeposit(tx, facts)
  await beginDeposit(context, tx, row)
  if (reason === null) {
    await moveDeposit(context, tx, row, { to: 'COMPLETED', at, actor: SYSTEM, set: { ended_at: at } })
    await outbox.emit(tx, 'payments.deposit_credited', payload)
  } else {
    await moveDeposit(context, tx, row, { to: 'IN_REVIEW', at, actor: SYSTEM, note: reason, set: { reason } })
    await outbox.emit(tx, 'payments.deposit_held', { ...payload, reason, method: 'TRANSFER' })
  }
}
