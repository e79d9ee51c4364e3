/** A monthly file as officers see it: without its lines. */
import type { UiafFile } from '@tunjo/contract/regulatory-files'
import type { RegulatoryContext } from '../context.ts'
import type { FileRow } from './file-store.ts'
import { CURRENT_LAYOUT, fileNameOf, verificationOf } from './layout.ts'

export async function shownFile({ kyc }: Pick<RegulatoryContext, 'kyc'>, row: FileRow): Promise<UiafFile> {
  const { id, month, version, state, requestedAt, requestedBy, clientsDone, clientsAll, result, sha256, filedNumber, filedOn } = row
  return {
    id,
    month,
    version,
    state,
    fileName: fileNameOf(CURRENT_LAYOUT, month, version),
    layout: { ...verificationOf(CURRENT_LAYOUT), name: row.layout, version: row.layoutVersion },
    thresholds: CURRENT_LAYOUT.thresholds,
    progress: { done: Math.min(clientsDone, clientsAll ?? clientsDone), all: clientsAll },
    requestedAt: requestedAt.toISOString(),
    requestedBy: (await kyc.person(requestedBy))?.email ?? requestedBy,
    result: result && sha256 !== null ? { ...result, sha256 } : null,
    filed: filedNumber !== null && filedOn !== null ? { number: filedNumber, on: filedOn } : null,
  }
}
