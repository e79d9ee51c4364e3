/**
 * Daily download of the lists from their configured addresses, in parallel. An address that returns nothing is retried every half minute
 * for a quarter of an hour, then hourly, as after all other failures. A new file is stored as if an officer had sent it: one officer
 * requests it and another approves it. Files that officers sent or are reviewing stay.
 */
import type { ErrorCode } from '@tunjo/contract/errors'
import { type FetchProblem, LIST_BYTES_MAX, LISTS, type ListName } from '@tunjo/contract/screening'
import { Refused } from '../../../../platform/http/refusal.ts'
import type { ScreeningContext } from '../context.ts'
import { FetchFailed, fetchFile } from './fetch-file.ts'
import { beginFetch, endFetch, type FetchAttempt } from './fetch-store.ts'
import { fileOfList } from './file-store.ts'
import { receiveList } from './receive-list.ts'

/** Time limit for all files of a list. */
const LIST_TIME_MS = 600_000
/** Time limit without a byte. */
const IDLE_MS = 15_000
export const FETCH_EVERY_MS = 15_000
export const LIST_FETCHER = 'screening.fetch_lists'

/** @throws the first of the errors, once every list was tried */
export async function fetchLists(context: ScreeningContext): Promise<void> {
  const inTurn = createTurns()
  const looks = await Promise.allSettled(
    LISTS.filter((list) => context.listSources[list].length > 0).map((list) => fetchIfDue(context, list, inTurn)),
  )
  for (const look of looks) if (look.status === 'rejected') throw look.reason
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>
/** Run tasks one after the other, also when an earlier one failed. */
function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}

async function fetchIfDue(context: ScreeningContext, list: ListName, inTurn: InTurn): Promise<void> {
  const { db, clock } = context
  // A file that an officer sent is decided first.
  if ((await fileOfList(db, list))?.isFetched === false) return
  const begun = await beginFetch(db, list, { at: clock.now(), isOpenForMs: LIST_TIME_MS })
  if (begun === null) return
  try {
    await endFetch(db, list, { ...(await fetchList(context, list, inTurn)), begun, at: clock.now() })
  } catch (error) {
    await endFetch(db, list, { problem: 'unreachable', isAgainSoon: false, begun, at: clock.now() })
    throw error
  }
}

/** The list is known or under review by an officer: the address worked. */
const REFUSED: Partial<Record<ErrorCode, FetchProblem | null>> = {
  'screening.list_known': null,
  'approvals.already_waiting': null,
  'screening.list_faulty': 'faulty',
  'screening.list_shrank': 'shrank',
}

async function fetchList(context: ScreeningContext, list: ListName, inTurn: InTurn): Promise<FetchAttempt> {
  try {
    const files = await filesOf(context.listSources[list])
    // The remaining files would still form a list, but without names and addresses.
    if (files.some(isBlank)) return { problem: 'faulty', isAgainSoon: false }
    await inTurn(() => receiveList(context, { list, content: together(files), actor: { kind: 'system', name: LIST_FETCHER } }))
    return { problem: null, isAgainSoon: false }
  } catch (error) {
    if (error instanceof FetchFailed) return { problem: error.problem, isAgainSoon: error.isPassing }
    if (!(error instanceof Refused)) throw error
    const problem = REFUSED[error.refusal.code]
    if (problem === undefined) throw error
    return { problem, isAgainSoon: false }
  }
}

async function filesOf(addresses: readonly string[]): Promise<Uint8Array[]> {
  const files: Uint8Array[] = []
  const endMs = performance.now() + LIST_TIME_MS
  for (const address of addresses) {
    const taken = files.reduce((sum, { byteLength }) => sum + byteLength, 0)
    const timeoutMs = Math.max(0, Math.round(endMs - performance.now()))
    files.push(await fetchFile(address, LIST_BYTES_MAX - taken, { timeoutMs, idleMs: IDLE_MS }))
  }
  return files
}

const BLANKS: ReadonlySet<number> = new Set(Buffer.from(' \t\r\n'))
const isBlank = (file: Uint8Array): boolean => file.every((byte) => BLANKS.has(byte))
/** One after the other, each on a separate line; a single file stays unchanged byte by byte. */
const together = (files: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat(files.flatMap((file, at) => (at === 0 ? [file] : [Buffer.from('\n'), file])))
