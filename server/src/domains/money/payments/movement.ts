/** Representation of a deposit or withdrawal for its owner. */
import type { Locale } from '@tunjo/contract/locales'
import {
  type FiatTransaction,
  type FiatTransactionDetail,
  STATE_GROUP,
  type StateGroup,
  TRANSACTION_STATES,
  type TransactionState,
} from '@tunjo/contract/payments'
import { validate as isUuid } from 'uuid'
import { type Page, pageOf } from '../../../platform/database/list-query.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { historyOf, mayMove } from '../../../platform/state-machine/index.ts'
import type { PaymentsContext } from './context.ts'
import { DEPOSIT_STATES } from './deposits/states.ts'
import { countMovements, findMovement, listMovements, type MovementFilter, type MovementRow } from './history-store.ts'
import { translateReason } from './reasons.ts'
import { type PayoutWait, payoutWait } from './rules.ts'
import { WITHDRAWAL_STATES } from './withdrawals/states.ts'

type Shower = Pick<PaymentsContext, 'db' | 'parameters'>
type DetailShower = Pick<PaymentsContext, 'db' | 'parameters' | 'clock' | 'limits' | 'settings'>

export interface PageRequest {
  readonly pageIndex: number
  readonly size: number
  readonly stateGroup?: StateGroup | undefined
}

export async function pageOfMovements(
  context: Shower,
  accountId: string,
  kinds: MovementFilter['kinds'],
  { pageIndex, size, stateGroup }: PageRequest,
): Promise<Page<FiatTransaction>> {
  const states = TRANSACTION_STATES.filter((state) => stateGroup === undefined || STATE_GROUP[state] === stateGroup)
  const filter = { accountId, kinds, states }
  const [rows, total] = await Promise.all([
    listMovements(context.db, filter, { offset: pageIndex * size, limit: size }),
    countMovements(context.db, filter),
  ])
  return pageOf(
    rows.map((row) => shown(context, row)),
    total,
    size,
  )
}

export async function presentMovement(context: DetailShower, accountId: string, id: string): Promise<FiatTransactionDetail> {
  const row = isUuid(id) ? await findMovement(context.db, accountId, id) : null
  if (!row) refuse('payments.transaction_not_found')
  return movementDetail(context, row, { timeline: await timelineOf(context, row), payoutWait: await payoutWaitOf(context, accountId, row) })
}

export const movementDetail = (
  context: Pick<Shower, 'parameters'>,
  row: MovementRow,
  { timeline, payoutWait: wait }: { timeline: FiatTransactionDetail['timeline']; payoutWait: PayoutWait | null },
): FiatTransactionDetail => ({
  ...shown(context, row),
  bankName: bankName(context, row),
  accountAlias: row.accountAlias,
  accountType: row.accountType,
  accountEnding: ending(row),
  confirmationDate: row.endedAt?.toISOString() ?? null,
  reason: row.reason,
  bankReference: row.bankReference,
  paymentUrl: row.state === 'PENDING' ? row.paymentUrl : null,
  cancellable: row.kind === 'WITHDRAWAL' && mayMove(WITHDRAWAL_STATES, row.state, 'CANCELLED'),
  accountId: row.bankAccountId,
  payoutWait: wait && { ...wait, until: wait.until.toISOString() },
  timeline,
})

async function payoutWaitOf(context: DetailShower, owner: string, row: MovementRow): Promise<PayoutWait | null> {
  const { createdAt, payAfter, state } = row
  if (state !== 'HELD' || !payAfter) return null
  const { clock, db, limits, settings } = context
  const holdUntil = await limits.withdrawalHoldUntil(db, owner)
  return payoutWait({ createdAt, payAfter }, { holdUntil, graceMs: settings.cancelWindowMs, now: clock.now() })
}

async function timelineOf({ db }: Shower, { id, kind }: MovementRow): Promise<FiatTransactionDetail['timeline']> {
  const history = await historyOf<TransactionState>(db, kind === 'DEPOSIT' ? DEPOSIT_STATES : WITHDRAWAL_STATES, id)
  return history.map(({ to, at, note }) => ({ state: to, at: at.toISOString(), note }))
}

/** With its reasons in the reader's language. */
export const inLanguage = (detail: FiatTransactionDetail, locale: Locale): FiatTransactionDetail => ({
  ...detail,
  reason: detail.reason && translateReason(detail.reason, locale),
  timeline: detail.timeline.map((step) => ({ ...step, note: step.note && translateReason(step.note, locale) })),
})

const shown = (context: Pick<Shower, 'parameters'>, row: MovementRow): FiatTransaction => ({
  transactionId: row.id,
  kind: row.kind,
  money: 'COP',
  amount: row.amount,
  creationDate: row.createdAt.toISOString(),
  state: row.state,
  destination: destinationOf(context, row),
})

function destinationOf(context: Pick<Shower, 'parameters'>, row: MovementRow): string {
  const bank = bankName(context, row)
  if (row.kind === 'WITHDRAWAL') return `${bank} ·· ${ending(row)}`
  return row.method === 'PSE' ? `PSE · ${bank}` : `Transferencia · ${bank}`
}

const bankName = ({ parameters }: Pick<Shower, 'parameters'>, { bankId }: MovementRow): string => parameters.bank(bankId)?.name ?? ''
const ending = ({ accountNumber }: MovementRow): string => accountNumber.slice(-4)
