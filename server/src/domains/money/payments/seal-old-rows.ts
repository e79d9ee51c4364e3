/** Pesos in flight from before the introduction of seals, and saved bank accounts: sealed at the first start after the upgrade. */
import { REVIEW_CAUSES } from '@tunjo/contract/withdrawal-queue'
import * as z from 'zod'
import { type OldRows, sealOldRows as sealRows } from '../../../platform/database/seal-old-rows.ts'
import type { PaymentsContext } from './context.ts'
import { approvalText, bankAccountText, depositText, lineText, reviewText, type WithdrawalFacts, withdrawalText } from './sealed-texts.ts'

type Seals = PaymentsContext['seals']

const amount = z.string().transform(BigInt)
const accountType = z.union([z.literal(9), z.literal(10)])
const owned = { id: z.uuid(), accountId: z.uuid() }
/** As the migration recorded them. */
const OldAccount = z.object({ ...owned, bankId: z.int(), accountType, number: z.string(), changedAt: z.coerce.date() })
const OldDeposit = z.object({ ...owned, method: z.enum(['PSE', 'TRANSFER']), amount })
const OldLine = z.object({
  id: z.uuid(),
  bankId: z.string(),
  bookedOn: z.string(),
  amount,
  reference: z.string(),
  description: z.string(),
  payer: z.object({ name: z.string(), document: z.string(), bank: z.string(), account: z.string() }),
})
const OldWithdrawal = z.object({
  ...owned,
  bankId: z.int(),
  accountType,
  accountNumber: z.string(),
  amount,
  payee: z.custom<WithdrawalFacts['payee']>((payee) => typeof payee === 'object' && payee !== null),
  sendableFrom: z.coerce.date(),
  reviewCause: z.enum(REVIEW_CAUSES).nullable(),
  isApproved: z.boolean(),
  approverId: z.uuid().nullable(),
  reviews: z.int(),
})

export async function sealOldRows({ db, log, seals }: Pick<PaymentsContext, 'db' | 'log' | 'seals'>): Promise<void> {
  for (const table of oldRows(seals)) {
    const sealed = await sealRows(db, table)
    if (sealed > 0) log.info({ table: table.table, sealed }, 'rows from before there were seals were sealed')
  }
}

const oldRows = (seals: Seals): OldRows[] => [
  { schema: 'payments', table: 'bank_account', columnsOf: (old) => text({ seal: seals.seal(bankAccountText(OldAccount.parse(old))) }) },
  { schema: 'payments', table: 'deposit', columnsOf: (old) => text({ seal: seals.seal(depositText(OldDeposit.parse(old))) }) },
  { schema: 'payments', table: 'statement_line', columnsOf: (old) => text({ seal: seals.seal(lineText(OldLine.parse(old))) }) },
  { schema: 'payments', table: 'withdrawal', columnsOf: (old) => withdrawalColumns(seals, OldWithdrawal.parse(old)) },
]

const text = (values: Readonly<Record<string, string | null>>) =>
  Object.fromEntries(Object.entries(values).map(([column, value]) => [column, { value, type: 'text' as const }]))

/** For approvals only the last officer is known. */
function withdrawalColumns(seals: Seals, old: z.output<typeof OldWithdrawal>): ReturnType<OldRows['columnsOf']> {
  const { reviewCause, reviews, isApproved, approverId } = old
  const makerId = isApproved && reviews > 0 ? approverId : null
  const review = reviews > 0 ? seals.seal(reviewText(old, { number: reviews, cause: reviewCause })) : null
  const approval = makerId && seals.seal(approvalText(old, reviews, { makerId, checkerId: null }))
  return {
    ...text({ seal: seals.seal(withdrawalText(old)), review_seal: review, approval_seal: approval }),
    maker_id: { value: makerId, type: 'uuid' },
  }
}
