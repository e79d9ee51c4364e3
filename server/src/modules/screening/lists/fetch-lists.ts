/**
 * Fetches lists from their configured addresses once a day, side by side. An address that gives nothing is tried again each half minute for a
 * quarter of an hour, then each hour, as all other failures are. What is new is kept as if it had been sent: an officer asks for it and another
 * one agrees. What officers sent or look at stays.
 */
import type { ErrorCode } from '@tunjo/contract/errors'
import { type FetchProblem, LIST_BYTES_MAX, LISTS, type ListName } from '@tunjo/contract/screening'
import { Refused } from '../../../platform/refusal.ts'
import type { ScreeningContext } from '../context.ts'
import { FetchFailed, fetchFile } from './fetch-file.ts'
import { beginLook, endLook, type Look } from './fetch-store.ts'
import { fileOfList } from './file-store.ts'
import { receiveList } from './receive-list.ts'

/** Of all files of a list. */
const LIST_TIME_MS = 600_000
/** Without a byte. */
const IDLE_MS = 15_000
export const FETCH_EVERY_MS = 15_000
export const LIST_FETCHER = 'screening.fetch_lists'

/** @throws the first of the errors, once every list had its look */
export async function fetchLists(context: ScreeningContext): Promise<void> {
  const inTurn = createTurns()
  const looks = await Promise.allSettled(
    LISTS.filter((list) => context.listSources[list].length > 0).map((list) => lookAt(context, list, inTurn)),
  )
  for (const look of looks) if (look.status === 'rejected') throw look.reason
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>
/** One after the other, whatever becomes of those before. */
function createTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
}

async function lookAt(context: ScreeningContext, list: ListName, inTurn: InTurn): Promise<void> {
  const { db, clock } = context
  // What an officer sent is theirs to decide about first.
  if ((await fileOfList(db, list))?.isFetched === false) return
  const begun = await beginLook(db, list, { at: clock.now(), isOpenForMs: LIST_TIME_MS })
  if (begun === null) return
  try {
    await endLook(db, list, { ...(await fetchList(context, list, inTurn)), begun, at: clock.now() })
  } catch (error) {
    await endLook(db, list, { problem: 'unreachable', isAgainSoon: false, begun, at: clock.now() })
    throw error
  }
}

/** Known, or what an officer is looking at: the address did its part. */
const REFUSED: Partial<Record<ErrorCode, FetchProblem | null>> = {
  'screening.list_known': null,
  'approvals.already_waiting': null,
  'screening.list_faulty': 'faulty',
  'screening.list_shrank': 'shrank',
}

async function fetchList(context: ScreeningContext, list: ListName, inTurn: InTurn): Promise<Look> {
  try {
    const files = await filesOf(context.listSources[list])
    // Of several files the others would still be a list, which lacks names and addresses.
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
/** One after the other, each on a line of its own; a single file stays byte by byte what it is. */
const together = (files: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat(files.flatMap((file, at) => (at === 0 ? [file] : [Buffer.from('\n'), file])))
