/**
 * Approval by two officers that puts a list file in force. A forged list would stop every customer, and only two officers can release a
 * customer, one at a time.
 */
import { formatFigure } from '@tunjo/contract/amount-text'
import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import { ListName } from '@tunjo/contract/screening'
import * as z from 'zod'
import type { ApprovalKind } from '../../../platform/approvals/index.ts'
import type { Transaction } from '../../../platform/database.ts'
import { failpoint } from '../../../platform/failpoint.ts'
import { newId } from '../../../platform/ids.ts'
import { refuse } from '../../../platform/refusal.ts'
import { startAddressRun } from '../chain-addresses/address-run.ts'
import type { ScreeningContext } from '../context.ts'
import { startRun } from '../people/rescreen.ts'
import { compareList, inForce } from './compare-list.ts'
import { contentOf, dropFile, findFile, type ListFileRow } from './file-store.ts'
import { endEntries, insertEntries, insertVersion, lockList } from './list-store.ts'
import { FORMATS, readList, sumOf } from './read-list.ts'

export const LOAD_APPROVAL = 'screening.load_list' satisfies ApprovalKindName
const Params = z.object({ list: ListName, fileId: z.uuid() })
type Params = z.output<typeof Params>
const Facts = z.object({
  sha256: z.string(),
  /** Version that the file was compared with; null: the list was never loaded. */
  version: z.uuid().nullable(),
  before: z.int().nullable(),
  entries: z.int(),
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
})

const figure = (count: number): string => formatFigure(BigInt(count), 0)
export const countsText = ({ entries, added, changed, removed }: Pick<ListFileRow, 'entries' | 'added' | 'changed' | 'removed'>): string =>
  `${figure(entries)} (${figure(added)} nuevos, ${figure(changed)} cambiados, ${figure(removed)} retirados)`

export const loadApproval = (context: ScreeningContext): ApprovalKind<Params, { loaded: true }> => ({
  permission: 'screening.decide',
  isNeverAlone: true,
  parse: (params) => Params.parse(params),
  target: ({ list }) => list,
  subjectId: () => null,
  async facts(tx, { list, fileId }) {
    await lockList(tx, list)
    const file = await findFile(tx, fileId)
    if (file?.list !== list) refuse('screening.file_replaced')
    const before = await inForce(tx, list)
    if (before?.sha256 === file.sha256) refuse('screening.list_known')
    const { sha256, entries, added, changed, removed } = file
    return { sha256, version: before?.id ?? null, before: before?.entries ?? null, entries, added, changed, removed }
  },
  isNeeded: () => true,
  changes({ list }, facts) {
    const { before, sha256, ...counts } = Facts.parse(facts)
    return [
      { label: 'Lista', before: null, after: FORMATS[list].source },
      { label: 'Registros', before: before === null ? null : figure(before), after: countsText(counts) },
      { label: 'Huella SHA-256 del archivo', before: null, after: sha256 },
    ]
  },
  async execute(tx, { list, fileId }, { makerId, checkerId, requestId, reason, actor }) {
    const loaded = await load(context, tx, { list, fileId, makerId })
    const after = { ...loaded, approvalRequestId: requestId, makerId, checkerId }
    await context.audit.record(tx, { actor, action: 'screening.list_loaded', object: { type: 'list', id: list }, after, reason })
    return { loaded: true }
  },
})

/** The stored file is parsed again: its checksum is what the officers approved. */
async function load(context: ScreeningContext, tx: Transaction, { list, fileId, makerId }: Params & { makerId: string }) {
  const file = (await findFile(tx, fileId)) ?? refuse('screening.file_replaced')
  const content = await contentOf(tx, fileId)
  const sha256 = sumOf(content)
  if (sha256 !== file.sha256) throw new Error('the file of a list is not the one that was sent')
  const at = context.clock.now()
  const { counts, fresh, ended } = await compareList(tx, list, await readList(list, content), at)
  const id = newId()
  const { source, licence } = FORMATS[list]
  await insertVersion(tx, { id, list, source, licence, sha256, ...counts, loadedAt: at, loadedBy: makerId })
  await endEntries(tx, list, id, ended)
  await insertEntries(tx, list, id, fresh)
  failpoint('screening.list_written')
  await startRun(context, tx, id)
  await startAddressRun(context, tx, id)
  await dropFile(tx, list)
  return { version: id, sha256, ...counts }
}
