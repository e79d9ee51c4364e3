/** Move a background check to another state, with its event. */
import type { CheckState } from '@tunjo/contract/background-checks'
import type { Outbox } from '../../../../platform/events/outbox.ts'
import type { Aggregate } from '../../../../platform/state-machine/index.ts'
import { CHECK_STATES } from './states.ts'
import type { CheckRow } from './types.ts'

export const checkAggregate = (outbox: Pick<Outbox, 'emit'>): Aggregate<CheckState, CheckRow> => ({
  machine: CHECK_STATES,
  table: 'background_check',
  columns: [],
  keyOf: ({ id }) => ({ id }),
  announce: (tx, { accountId, id }, { to }) => outbox.emit(tx, 'screening.check_updated', { accountId, checkId: id, state: to }),
})
