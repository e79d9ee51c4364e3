/**
 * Credit of a PSE deposit that the provider reports as paid, as a use case that runs in groups. Only the plain case: a pending deposit, paid
 * as it was begun. Everything else is answered with `aside` and decided in a transaction (confirm-deposit.ts). The decision reads no
 * database and no clock.
 */

import { idOf } from '../../../../platform/database/ids.ts'
import { EVENTS_EMITTED, emitIn } from '../../../../platform/events/in-groups.ts'
import { historyOfSchema, stepIn } from '../../../../platform/state-machine/in-groups.ts'
import { PROVIDER } from '../../../../platform/state-machine/index.ts'
import type { Fact, Found, UseCase, Work } from '../../../../platform/unit-of-work/index.ts'
import type { VerifiedPerson } from '../../../customers/limits/index.ts'
import { customerAccount, type FoundAccounts, systemAccount } from '../../ledger/index.ts'
import type { PaymentsContext } from '../context.ts'
import type { PseTransaction } from '../providers/pse.ts'
import { isAllowedLink } from '../rules.ts'
import { isPaidBy } from '../transfers/payer.ts'
import { arrivalPosting } from './arrival-posting.ts'
import { DEPOSITS_CREDITED, depositFact, type FoundDeposit } from './credit-store.ts'
import { isSealedDeposit } from './deposit-proof.ts'
import { misfits } from './read-payment.ts'
import { DEPOSIT_STATES } from './states.ts'

export interface CreditRequest {
  /** Customer of the deposit. */
  readonly owner: string
  /** From an authenticated read of the provider. */
  readonly transaction: PseTransaction
}
export type Credited = 'credited' | 'aside'

type Asked = {
  readonly deposit: Fact<FoundDeposit | null>
  readonly person: Fact<Pick<VerifiedPerson, 'fullName' | 'documentType' | 'documentNumber'> | null>
  readonly isReleased: Fact<boolean>
  readonly accounts: Fact<FoundAccounts>
}
type Parts = Pick<PaymentsContext, 'ledger' | 'limits' | 'seals' | 'settings'>

const HISTORY = historyOfSchema('payments')
const { initial } = DEPOSIT_STATES
const ASIDE: Credited = 'aside'

export function depositCredit(parts: Parts): UseCase<CreditRequest, Asked, Credited> {
  const { limits, ledger } = parts
  const { postings } = ledger.inGroups
  return {
    name: 'payments.credit',
    subjectOf: ({ owner }) => owner,
    keys: { deposit: 'uuid', transaction: 'text', payer: 'uuid', account: 'uuid', posting: 'uuid' },
    keysOf: ({ owner, transaction }) => ({
      deposit: transaction.reference,
      transaction: transaction.id,
      payer: isNamed(transaction) ? owner : null,
      account: customerAccount(owner, 'COP').id,
      posting: idOf('payments.deposit', transaction.id),
    }),
    facts: {
      deposit: depositFact('deposit', 'transaction'),
      person: limits.inGroups.person('payer'),
      isReleased: limits.inGroups.isReleased('deposit'),
      accounts: postings.accounts({ account: 'account', posting: 'posting' }, systemAccount('bank', 'COP')),
    },
    // Rows are locked in this order, as in a transaction that credits.
    kinds: [DEPOSITS_CREDITED, HISTORY, EVENTS_EMITTED, ...postings.kinds],
    together: { otherwise: ASIDE, turn: 'ledger.bank.COP' },
    decide: (request, found, work) => decide(parts, request, found, work),
  }
}

const isNamed = ({ payer: { name, document } }: PseTransaction): boolean => name !== '' || document !== ''

/** @throws Refused */
function decide(parts: Parts, { owner, transaction }: CreditRequest, found: Found<Asked>, work: Work): Credited {
  const { ledger, settings } = parts
  const { deposit, accounts } = found
  if (!deposit || deposit.accountId !== owner || !isPlain(parts, deposit, transaction, found)) return ASIDE
  const { id: depositId, accountId, amount } = deposit
  const { id: transactionId, paymentUrl: link, bankReference } = transaction
  const paymentUrl = link && isAllowedLink(link, settings.link) ? link : null
  const to = 'COMPLETED'
  work.add(DEPOSITS_CREDITED, { before: deposit, transactionId, paymentUrl, bankReference, state: to, endedAt: work.now })
  stepIn(work, HISTORY, DEPOSIT_STATES, { subject: depositId, from: initial, to, at: work.now, actor: PROVIDER })
  emitIn(work, 'payments.deposit_updated', { accountId, depositId, state: to })
  emitIn(work, 'payments.deposit_credited', { accountId, depositId, amount: String(amount) })
  const { kind: _, ...post } = arrivalPosting(deposit, { transactionId, credit: customerAccount(accountId, 'COP') })
  // Last: another command of the group may have posted this transaction.
  if (!ledger.inGroups.postings.post(work, accounts, post)) throw new Error('a transaction of the provider is twice in a group')
  return 'credited'
}

/** A pending deposit that counts in its month, paid once and as it was begun, by its customer. */
function isPlain({ seals }: Parts, deposit: FoundDeposit, transaction: PseTransaction, found: Found<Asked>): boolean {
  const { state, method, providerTransactionId: boundTo, isElsewhere } = deposit
  const isOpen = state === initial && method === 'PSE' && !deposit.isBooked && (boundTo === null || boundTo === transaction.id)
  const isFirst = !isElsewhere && !found.accounts.isPosted && !found.isReleased
  const isPaid = transaction.status === 'APPROVED' && misfits(transaction, deposit).length === 0
  return isOpen && isFirst && isPaid && isSealedDeposit(seals, deposit) && isOwnPayment(deposit, transaction, found)
}

/** As `isOfOtherPayer` decides within a transaction. */
const isOwnPayment = ({ payer }: FoundDeposit, transaction: PseTransaction, { person }: Found<Asked>): boolean =>
  !isNamed(transaction) || isPaidBy(person ?? payer, { ...transaction.payer, bank: '', account: '' })
