/** Server query from the filters in the address. */
import { SEVERITIES } from '@tunjo/contract/alert-severity'
import { WORK_QUEUES } from '@tunjo/contract/queued-kinds'
import { WORK_PAGE, WORK_WHOSE } from '@tunjo/contract/work-queues'
import type { WorkQuery } from '../../../../../../api/work.ts'
import type { TableShape } from '../../../../../../ui/server-table/table-address.ts'
import type { TableState } from '../../../../../../ui/server-table/table-state.ts'

const DUE = ['soon', 'overdue'] as const
export const SHAPE: TableShape = {
  filters: { queue: WORK_QUEUES, whose: WORK_WHOSE, severity: SEVERITIES, due: DUE },
  sorts: [],
  pageSizes: [WORK_PAGE],
}

export const workAsked = ({ filters, page }: TableState) =>
  ({
    queue: WORK_QUEUES.find((queue) => queue === filters.queue),
    whose: WORK_WHOSE.find((whose) => whose === filters.whose),
    severity: SEVERITIES.find((severity) => severity === filters.severity),
    due: DUE.find((due) => due === filters.due),
    pageIndex: page - 1,
  }) satisfies WorkQuery
