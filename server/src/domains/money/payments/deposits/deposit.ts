/** PSE deposit (MON-04): recorded and counted in one transaction; then the provider is asked for the bank's link. */

import { bogotaDay } from '@tunjo/contract/bogota-day'
import { paysByPse } from '@tunjo/contract/payments'
import { validate as isUuid } from 'uuid'
import type { Transaction } from '../../../../platform/database/database.ts'
import { idempotently, type Operation } from '../../../../platform/database/idempotency.ts'
import { plainAddress } from '../../../../platform/http/network.ts'
import { refuse, refuseIf } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import type { VerifiedPerson } from '../../../customers/limits/index.ts'
import { lockBankAccount } from '../accounts/account-store.ts'
import type { PaymentsContext } from '../context.ts'
import type { PsePayment } from '../providers/pse.ts'
import { checkAmount, checkOpenDeposits, DEPOSIT_RANGE, nextDepositCheckInMs } from '../rules.ts'
import { depositText } from '../sealed-texts.ts'
import { bankLink } from './bank-link.ts'
import { countPending, type DepositRow, findDeposit, findUnlinkedDeposit, insertDeposit } from './deposit-store.ts'
import { beginDeposit } from './move-deposit.ts'

export interface DepositRequest {
  readonly owner: string
  readonly operation: Operation
  readonly bankAccountId: string
  /** COP cents. */
  readonly amount: bigint
  /** Acceptance of the provider's two documents; undefined when the caller omits it. */
  readonly acceptedTerms: boolean | undefined
  readonly ip: string
}

/** Return the bank's payment link. A repeated call with the same operation resumes the same deposit. */
export async function deposit(context: PaymentsContext, request: DepositRequest): Promise<string> {
  refuseIf(checkAmount(request.amount, DEPOSIT_RANGE))
  if (request.acceptedTerms === false) refuse('payments.terms_not_accepted')
  const { owner, operation } = request
  const recorded = await idempotently(context.db, operation, {
    find: async (tx) =>
      (await findDeposit(tx, operation.id)) ?? (operation.isKeyless ? findUnlinkedDeposit(tx, owner, operation.hash) : null),
    record: (tx) => record(context, tx, request),
  })
  failpoint('payments.deposit_recorded')
  return bankLink(context, recorded)
}

async function record(context: PaymentsContext, tx: Transaction, request: DepositRequest): Promise<DepositRow> {
  const { owner, operation, bankAccountId, amount, acceptedTerms, ip } = request
  const { clock, jobs, limits, seals } = context
  const person = await limits.reserveLimit(tx, { operationId: operation.id, accountId: owner, direction: 'deposit', amountCop: amount })
  // This person's month is locked: concurrent deposits are counted one after the other.
  refuseIf(checkOpenDeposits(await countPending(tx, owner)))
  const account = isUuid(bankAccountId) ? await lockBankAccount(tx, owner, bankAccountId, 'share') : null
  if (!account) refuse('payments.account_not_found')
  const now = clock.now()
  const recorded = await insertDeposit(tx, {
    id: operation.id,
    accountId: owner,
    requestHash: operation.hash,
    account,
    amount,
    payer: payerOf(person, ip),
    termsAcceptedAt: acceptedTerms ? now : null,
    seal: seals.seal(depositText({ id: operation.id, accountId: owner, method: 'PSE', amount })),
    createdAt: now,
  })
  await beginDeposit(context, tx, recorded)
  const firstCheck = new Date(now.getTime() + nextDepositCheckInMs(0))
  await jobs.enqueue(tx, { name: 'payments.follow-deposit', key: recorded.id, payload: { depositId: recorded.id }, runAt: firstCheck })
  return recorded
}

function payerOf(person: VerifiedPerson, ip: string): PsePayment['payer'] {
  const { personType, fullName, documentType, documentNumber, phone, email, accountCreatedAt } = person
  if (!paysByPse(documentType)) refuse('payments.document_not_accepted')
  const accountOpenedOn = bogotaDay(accountCreatedAt).replaceAll('-', '')
  return { personType, fullName, documentType, documentNumber, phone, email, ip: plainAddress(ip), accountOpenedOn }
}
