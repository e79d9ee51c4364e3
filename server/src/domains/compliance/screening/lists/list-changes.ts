/**
 * Changes of a waiting list file, entry by entry (ADM-13). They are computed from the file itself, whose checksum both officers approve,
 * and compared with the list in force. Recent results are cached, since an officer pages through them.
 */
import type { EntryChange, ListChange } from '@tunjo/contract/screening'
import type { Connection } from '../../../../platform/database/database.ts'
import { foldText, type Page, pageOf } from '../../../../platform/database/list-query.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { numbersOf, toListedFacts } from '../listed-facts.ts'
import { changesOf, inForce } from './compare-list.ts'
import { contentOf, findFile, type ListFileRow } from './file-store.ts'
import { factsNow, fingerprintsOf } from './list-store.ts'
import { readList, sumOf } from './read-list.ts'
import type { ListEntry } from './types.ts'

export interface ChangesAsked {
  readonly list: ListFileRow['list']
  readonly fileId: string
  readonly change?: ListChange | undefined
  readonly text?: string | undefined
  readonly pageIndex: number
  readonly size: number
}
interface Change {
  readonly entryId: string
  readonly change: ListChange
  readonly before: ListEntry | null
  readonly after: ListEntry | null
  /** Text that the search covers. */
  readonly text: string
}

const KEPT_MAX = 2
const KEPT_MS = 5 * 60_000

export interface ListChangesReader {
  /** @throws Refused `screening.file_replaced` */
  read(connection: Connection, asked: ChangesAsked): Promise<Page<EntryChange>>
}
export function createListChangesReader(): ListChangesReader {
  const kept = new Map<string, Promise<readonly Change[]>>()
  function changesFor(connection: Connection, file: ListFileRow, version: string | null): Promise<readonly Change[]> {
    const key = `${file.id} ${file.sha256} ${version}`
    const known = kept.get(key)
    if (known) return known
    const read = readChanges(connection, file)
    const forget = () => {
      if (kept.get(key) === read) kept.delete(key)
    }
    read.catch(forget)
    setTimeout(forget, KEPT_MS).unref()
    for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size + 1 - KEPT_MAX))) kept.delete(oldest)
    kept.set(key, read)
    return read
  }
  return {
    async read(connection, { list, fileId, change, text = '', pageIndex, size }) {
      const file = await findFile(connection, fileId)
      if (file?.list !== list) return refuse('screening.file_replaced')
      const all = await changesFor(connection, file, (await inForce(connection, list))?.id ?? null)
      const words = foldText(text).split(/\s+/).filter(Boolean)
      const found = all.filter((one) => (change === undefined || one.change === change) && words.every((word) => one.text.includes(word)))
      return pageOf(found.slice(pageIndex * size, (pageIndex + 1) * size).map(shown), found.length, size)
    },
  }
}

async function readChanges(connection: Connection, { id, list, sha256 }: ListFileRow): Promise<readonly Change[]> {
  const content = await contentOf(connection, id)
  if (sumOf(content) !== sha256) throw new Error('the file of a list is not the one that was sent')
  const { added, changed, removed } = changesOf(await fingerprintsOf(connection, list), await readList(list, content))
  const before = await factsNow(connection, list, [...changed.map(({ entry }) => entry.id), ...removed])
  return [
    ...removed.map((entryId) => changeOf(entryId, 'removed', before.get(entryId) ?? null, null)),
    ...changed.map(({ entry }) => changeOf(entry.id, 'changed', before.get(entry.id) ?? null, entry)),
    ...added.map(({ entry }) => changeOf(entry.id, 'added', null, entry)),
  ]
}

function changeOf(entryId: string, change: ListChange, before: ListEntry | null, after: ListEntry | null): Change {
  const said = [before, after].flatMap((entry) => (entry ? [...entry.names, ...numbersOf(entry)] : []))
  return { entryId, change, before, after, text: foldText([entryId, ...said].join('\n')) }
}

const shown = ({ text: _text, before, after, ...change }: Change): EntryChange => ({
  ...change,
  before: factsOf(before),
  after: factsOf(after),
})
const factsOf = (entry: ListEntry | null): EntryChange['before'] => entry && { ...toListedFacts(entry), gender: entry.gender }
