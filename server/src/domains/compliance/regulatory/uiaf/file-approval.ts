/** Approval kind of a monthly file: always two officers, and only a file without problems. */
import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import { UIAF_REPORTS } from '@tunjo/contract/regulatory-files'
import * as z from 'zod'
import type { ApprovalKind, RequestStep } from '../../../../platform/approvals/index.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { officer, SYSTEM } from '../../../../platform/state-machine/index.ts'
import type { RegulatoryContext } from '../context.ts'
import { REGULATORY_WORDS, STORED_WORDS } from '../regulatory-words.ts'
import { type FileRow, isFileInProgress, isOvertaken, lockFile, lockOlder } from './file-store.ts'
import { moveFile } from './move-file.ts'
import { PROPOSABLE_FILE } from './states.ts'

export const FILE_APPROVAL = 'regulatory.file_uiaf' satisfies ApprovalKindName
export const FILE_REASON = STORED_WORDS.file.ready
const Params = z.object({ fileId: z.uuid() })
type Params = z.output<typeof Params>
const Facts = z.object({ report: z.enum(UIAF_REPORTS), month: z.string(), version: z.int(), sha256: z.string(), lines: z.int() })

export const fileApproval = ({ clock, audit }: RegulatoryContext): ApprovalKind<Params, { id: string }> => ({
  permission: 'regulatory.manage',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ fileId }) => fileId,
  subjectId: () => null,
  async facts(tx, { fileId }) {
    const row = (await lockFile(tx, fileId)) ?? refuse('request.not_found')
    if (!row.result || row.sha256 === null || !PROPOSABLE_FILE.has(row.state)) refuse('regulatory.file_locked')
    if (row.state === 'ready' && (await isFileInProgress(tx, row))) refuse('regulatory.file_under_way')
    if (await isOvertaken(tx, row)) refuse('regulatory.file_overtaken')
    if (row.result.problemsAll > 0) refuse('regulatory.file_problems', { count: row.result.problemsAll })
    return { report: row.report, month: row.month, version: row.version, sha256: row.sha256, lines: row.result.lines }
  },
  isNeeded: () => true,
  words: REGULATORY_WORDS,
  changes(_params, facts) {
    const { report, month, version, sha256, lines } = Facts.parse(facts)
    const words = STORED_WORDS.file
    return [
      { label: words.report, before: null, after: words.reports[report] },
      { label: words.file, before: null, after: words.lines(month, version, lines) },
      { label: words.digest, before: null, after: sha256 },
    ]
  },
  follow: followRequest,
  async execute(tx, { fileId }, { makerId, checkerId, requestId, actor }) {
    const row = (await lockFile(tx, fileId)) ?? refuse('request.not_found')
    const at = clock.now()
    const by = officer(actor.accountId)
    for (const older of await lockOlder(tx, row, 'approved')) await moveFile(tx, older, { to: 'replaced', at, actor: by })
    await moveFile(tx, row, { to: 'approved', at, actor: by, set: { approved_at: at } })
    const { report, month, version, sha256 } = row
    const after = { report, month, version, sha256, approvalRequestId: requestId, makerId, checkerId }
    await audit.record(tx, { actor, action: 'regulatory.file_approved', object: objectOf(row), after })
    return { id: fileId }
  },
})

async function followRequest(tx: Transaction, { fileId }: Params, { to, by, at }: RequestStep): Promise<void> {
  const row = await lockFile(tx, fileId)
  if (!row) throw new Error('a request about a file that is not there')
  await moveFile(tx, row, { to: to === 'proposed' ? 'proposed' : 'ready', at, actor: by === null ? SYSTEM : officer(by) })
}

export const objectOf = ({ id }: Pick<FileRow, 'id'>) => ({ type: 'uiaf_file', id }) as const
