/**
 * Approval by two officers that puts a list file in force. A forged list would stop every customer, and only two officers can release a
 * customer, one at a time.
 */
import { formatFigure } from '@tunjo/contract/amount-text'
import type { ApprovalKindName } from '@tunjo/contract/approval-kinds'
import { ListName } from '@tunjo/contract/screening'
import * as z from 'zod'
import type { ApprovalKind } from '../../../../platform/approvals/index.ts'
import type { Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import { startAddressRun } from '../chain-addresses/address-run.ts'
import type { ScreeningContext } from '../context.ts'
import { startRun } from '../people/rescreen.ts'
import { compareList, inForce } from './compare-list.ts'
import { contentOf, dropFile, findFile, type ListFileRow } from './file-store.ts'
import { endEntries, insertEntries, insertVersion, lockList } from './list-store.ts'
import type { ListWords } from './list-words.es.ts'
import { LIST_WORDS, STORED_WORDS } from './list-words.ts'
import { formatOf, readList, sumOf } from './read-list.ts'

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
type Counts = Pick<ListFileRow, 'entries' | 'added' | 'changed' | 'removed'>
export const countsText = ({ entries, added, changed, removed }: Counts, { load: words }: ListWords = STORED_WORDS): string =>
  words.counts(figure(entries), figure(added), figure(changed), figure(removed))

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
  words: LIST_WORDS,
  changes({ list }, facts) {
    const words = STORED_WORDS.load
    const { before, sha256, ...counts } = Facts.parse(facts)
    return [
      { label: words.list, before: null, after: formatOf(list).source },
      { label: words.entries, before: before === null ? null : figure(before), after: countsText(counts) },
      { label: words.digest, before: null, after: sha256 },
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
  const { source, licence } = formatOf(list)
  await insertVersion(tx, { id, list, source, licence, sha256, ...counts, loadedAt: at, loadedBy: makerId })
  await endEntries(tx, list, id, ended)
  await insertEntries(tx, list, id, fresh)
  failpoint('screening.list_written')
  await startRun(context, tx, id)
  await startAddressRun(context, tx, id)
  await dropFile(tx, list)
  return { version: id, sha256, ...counts }
}
