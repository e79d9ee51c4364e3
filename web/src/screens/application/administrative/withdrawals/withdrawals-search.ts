/** Server query from the filters in the address. */
import { ASSET_CODES } from '@tunjo/contract/money'
import { QUEUE_SORTS, type Rail, REVIEW_CAUSES, TOKEN_REVIEW_REASONS, WITHDRAWAL_STAGES } from '@tunjo/contract/withdrawal-queue'
import type { QueueAsked } from '../../../../api/officer-money.ts'
import type { TableShape } from '../../../../ui/server-table/table-address.ts'
import { pageParams, type TableState } from '../../../../ui/server-table/table-state.ts'

const COMMON = { sorts: QUEUE_SORTS, pageSizes: [50, 25, 100], kept: ['tab'] } as const
export const QUEUE_SHAPES: Readonly<Record<Rail, TableShape>> = {
  bank: { ...COMMON, filters: { stage: WITHDRAWAL_STAGES, cause: REVIEW_CAUSES } },
  token: { ...COMMON, filters: { stage: WITHDRAWAL_STAGES, cause: TOKEN_REVIEW_REASONS, asset: ASSET_CODES } },
}

export const queueAsked = (rail: Rail, query: TableState): QueueAsked => ({
  rail,
  stage: WITHDRAWAL_STAGES.find((stage) => stage === query.filters.stage),
  cause: [...REVIEW_CAUSES, ...TOKEN_REVIEW_REASONS].find((cause) => cause === query.filters.cause),
  asset: ASSET_CODES.find((asset) => asset === query.filters.asset),
  text: query.search.trim() || undefined,
  sort: QUEUE_SORTS.find((key) => key === query.sort?.key),
  order: query.sort?.direction,
  ...pageParams(query),
})
