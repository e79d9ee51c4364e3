/** State transitions of a statement's line: its row only. There is no event, since customers are notified of their deposit. */
import type { StatementLineState } from '@tunjo/contract/bank-statements'
import type { Transaction } from '../../../../platform/database/database.ts'
import { type Aggregate, move } from '../../../../platform/state-machine/index.ts'
import { LINE_STATES } from './line-states.ts'
import type { LineRow } from './line-store.ts'

type Column = 'cause' | 'ended_at'

export const lineAggregate: Aggregate<StatementLineState, Pick<LineRow, 'id' | 'state'>, Column> = {
  machine: LINE_STATES,
  table: 'statement_line',
  columns: ['cause', 'ended_at'],
  keyOf: ({ id }) => ({ id }),
}

/** `line` is locked. */
export const moveLine = (
  tx: Transaction,
  line: Pick<LineRow, 'id' | 'state'>,
  change: Parameters<typeof move<StatementLineState, Pick<LineRow, 'id' | 'state'>, Column>>[3],
) => move(tx, lineAggregate, line, change)
