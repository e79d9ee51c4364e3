/** A monthly file as officers see it: without its lines. */
import type { UiafFile } from '@tunjo/contract/regulatory-files'
import type { RegulatoryContext } from '../context.ts'
import type { FileResult, FileRow } from './file-store.ts'
import { CURRENT_LAYOUT, madeBy } from './layout.ts'

export const madeOf = (row: Pick<FileRow, 'month' | 'version' | 'result'>) => row.result?.made ?? madeBy(CURRENT_LAYOUT, row)
const told = ({ made: _made, ...result }: FileResult) => result

export async function shownFile({ kyc }: Pick<RegulatoryContext, 'kyc'>, row: FileRow): Promise<UiafFile> {
  const { id, month, version, state, requestedAt, requestedBy, clientsDone, clientsAll, result, sha256, filedNumber, filedOn } = row
  return {
    id,
    month,
    version,
    state,
    ...madeOf(row),
    progress: { done: Math.min(clientsDone, clientsAll ?? clientsDone), all: clientsAll },
    requestedAt: requestedAt.toISOString(),
    requestedBy: (await kyc.person(requestedBy))?.email ?? requestedBy,
    result: result && sha256 !== null ? { ...told(result), sha256 } : null,
    filed: filedNumber !== null && filedOn !== null ? { number: filedNumber, on: filedOn } : null,
  }
}
