/** From the filters of the table, as the address has them, to what the server is asked. */
import { QUEUE_SORTS, REVIEW_CAUSES, WITHDRAWAL_STAGES } from '@tunjo/contract/withdrawal-queue'
import type { QueueAsked } from '../../../../api/officer-money.ts'
import type { TableShape } from '../../../../ui/server-table/table-address.ts'
import { pageAsked, type TableState } from '../../../../ui/server-table/table-state.ts'

export const WITHDRAWALS_SHAPE: TableShape = {
  filters: { stage: WITHDRAWAL_STAGES, cause: REVIEW_CAUSES },
  sorts: QUEUE_SORTS,
  pageSizes: [50, 25, 100],
}

export const queueAsked = (query: TableState): QueueAsked => ({
  stage: WITHDRAWAL_STAGES.find((stage) => stage === query.filters.stage),
  cause: REVIEW_CAUSES.find((cause) => cause === query.filters.cause),
  text: query.search.trim() || undefined,
  sort: QUEUE_SORTS.find((key) => key === query.sort?.key),
  order: query.sort?.direction,
  ...pageAsked(query),
})
