/** State machine of a withdrawal: its row and its events. */
import type { Transaction } from '../../../../platform/database/database.ts'
import { type Aggregate, move } from '../../../../platform/state-machine/index.ts'
import type { PaymentsContext } from '../context.ts'
import { WITHDRAWAL_STATES, type WithdrawalState } from './states.ts'
import type { WithdrawalRow } from './withdrawal-store.ts'

const COLUMNS = [
  'reason',
  'reason_code',
  'payout_id',
  'pay_after',
  'first_tried_at',
  'first_sent_at',
  'last_sent_at',
  'unpaid_seen_at',
  'ended_at',
  'approval_state',
  'approver_id',
  'review_cause',
  'review_seal',
  'maker_id',
  'checker_id',
  'approval_seal',
] as const
type Column = (typeof COLUMNS)[number]

const withdrawalAggregate = ({ outbox }: Pick<PaymentsContext, 'outbox'>): Aggregate<WithdrawalState, WithdrawalRow, Column> => ({
  machine: WITHDRAWAL_STATES,
  table: 'withdrawal',
  columns: COLUMNS,
  keyOf: ({ id }) => ({ id }),
  announce: (tx, { id: withdrawalId, accountId }, { to }) =>
    outbox.emit(tx, 'payments.withdrawal_updated', { accountId, withdrawalId, state: to }),
})

/** The caller has locked `withdrawal`. */
export const moveWithdrawal = (
  context: Pick<PaymentsContext, 'outbox'>,
  tx: Transaction,
  withdrawal: WithdrawalRow,
  change: Parameters<typeof move<WithdrawalState, WithdrawalRow, Column>>[3],
) => move(tx, withdrawalAggregate(context), withdrawal, change)
