/** Content of a report, sealed with the key of the customer whom it is about. */
import type { Connection } from '../../../../platform/database/database.ts'
import type { Files } from '../../../../platform/files/index.ts'
import type { Finding } from '../provider/background-checks.ts'
import { findingsOf } from '../provider/read-report.ts'
import type { ReportRow } from './types.ts'

/** `reports` opens reports by this name too: change both together. */
const nameOf = (reportId: string): string => `screening.background_report:${reportId}`

interface Said {
  readonly id: string
  readonly accountId: string
  readonly json: Uint8Array
}
export async function sealReport(files: Pick<Files, 'sealerOf'>, connection: Connection, { id, accountId, json }: Said): Promise<Buffer> {
  const { seal } = await files.sealerOf(accountId, connection)
  return seal(nameOf(id), json)
}

/** Null when the key was destroyed, so the content is unreadable. */
export async function findingsIn(
  files: Pick<Files, 'openerOf'>,
  { id, accountId, sealed }: Pick<ReportRow, 'id' | 'accountId' | 'sealed'>,
): Promise<Finding[] | null> {
  const open = await files.openerOf(accountId)
  const json = open?.(nameOf(id), sealed)
  return json ? findingsOf(json) : null
}
