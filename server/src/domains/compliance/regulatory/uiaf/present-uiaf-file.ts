/** Monthly file as officers see it: without its lines. */
import type { UiafFile } from '@tunjo/contract/regulatory-files'
import type { RegulatoryContext } from '../context.ts'
import type { FileResult, FileRow } from './file-store.ts'
import { madeBy } from './layout.ts'

export const madeOf = (row: Pick<FileRow, 'report' | 'month' | 'version' | 'result'>) => row.result?.made ?? madeBy(row)
const presented = ({ made: _made, clients = null, carf = null, ...result }: FileResult) => ({ ...result, clients, carf })

export async function presentUiafFile({ kyc }: Pick<RegulatoryContext, 'kyc'>, row: FileRow): Promise<UiafFile> {
  const { id, report, month, version, state, requestedAt, requestedBy, clientsDone, clientsAll, result, sha256, filedNumber, filedOn } = row
  return {
    id,
    report,
    month,
    version,
    state,
    ...madeOf(row),
    progress: { done: Math.min(clientsDone, clientsAll ?? clientsDone), all: clientsAll },
    requestedAt: requestedAt.toISOString(),
    requestedBy: (await kyc.person(requestedBy))?.email ?? requestedBy,
    result: result && sha256 !== null ? { ...presented(result), sha256 } : null,
    filed: filedNumber !== null && filedOn !== null ? { number: filedNumber, on: filedOn } : null,
  }
}
