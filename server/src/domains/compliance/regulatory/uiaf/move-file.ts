/** State machine of a monthly file: its row. */
import type { UiafFileState } from '@tunjo/contract/regulatory-files'
import type { Transaction } from '../../../../platform/database/database.ts'
import { type Actor, type Aggregate, begin, move } from '../../../../platform/state-machine/index.ts'
import type { FileRow } from './file-store.ts'
import { UIAF_FILE_STATES } from './states.ts'

type Column = 'result' | 'sha256' | 'approved_at' | 'filed_number' | 'filed_on'

const FILE: Aggregate<UiafFileState, FileRow, Column> = {
  machine: UIAF_FILE_STATES,
  table: 'uiaf_file',
  columns: ['result', 'sha256', 'approved_at', 'filed_number', 'filed_on'],
  keyOf: ({ id }) => ({ id }),
}

export const beginFile = (tx: Transaction, row: FileRow, actor: Actor): Promise<void> =>
  begin(tx, FILE, row, { at: row.requestedAt, actor })

interface Step {
  readonly to: UiafFileState
  readonly at: Date
  readonly actor: Actor
  readonly set?: Readonly<Partial<Record<Column, string | Date | null>>>
}

/** `row` is locked. @throws Refused `regulatory.file_locked` */
export async function moveFile(tx: Transaction, row: FileRow, step: Step): Promise<void> {
  await move(tx, FILE, row, { ...step, illegal: 'regulatory.file_locked' })
}
