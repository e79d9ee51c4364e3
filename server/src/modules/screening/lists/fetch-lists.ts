/**
 * Fetches lists from their configured addresses once a day, and again each hour while that fails. What is new is kept as if it had been sent:
 * an officer asks for it and another one agrees. What officers sent or look at stays.
 */
import type { ErrorCode } from '@tunjo/contract/errors'
import { type FetchProblem, LIST_BYTES_MAX, LISTS, type ListName } from '@tunjo/contract/screening'
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { Refused } from '../../../platform/refusal.ts'
import type { ScreeningContext } from '../context.ts'
import { FetchFailed, fetchFile } from './fetch-file.ts'
import { fileOfList } from './file-store.ts'
import { receiveList } from './receive-list.ts'

const HOUR_MS = 3_600_000
/** A bit less than a day, so that the look of each day is not the one of the hour after. */
const FRESH_MS = 23 * HOUR_MS
export const FETCH_EVERY_MS = HOUR_MS
export const LIST_FETCHER = 'screening.fetch_lists'

export interface ListFetchRow {
  readonly list: ListName
  readonly triedAt: Date
  readonly fetchedAt: Date | null
  readonly problem: FetchProblem | null
}

export async function fetchLists(context: ScreeningContext): Promise<void> {
  const looks = await listFetches(context.db)
  for (const list of LISTS.filter((name) => context.listSources[name].length > 0)) {
    const last = looks.find((look) => look.list === list)
    const isFresh = last?.problem === null && context.clock.now().getTime() - last.triedAt.getTime() < FRESH_MS
    // What an officer sent is theirs to decide about first.
    if (isFresh || (await fileOfList(context.db, list))?.isFetched === false) continue
    await recordLook(context, list, await fetchList(context, list))
  }
}

/** Known, or what an officer is looking at: the address did its part. */
const REFUSED: Partial<Record<ErrorCode, FetchProblem | null>> = {
  'screening.list_known': null,
  'approvals.already_waiting': null,
  'screening.list_faulty': 'faulty',
  'screening.list_shrank': 'shrank',
}

async function fetchList(context: ScreeningContext, list: ListName): Promise<FetchProblem | null> {
  try {
    const files: Uint8Array[] = []
    for (const address of context.listSources[list]) {
      const taken = files.reduce((sum, { byteLength }) => sum + byteLength, 0)
      files.push(await fetchFile(address, LIST_BYTES_MAX - taken))
    }
    await receiveList(context, { list, content: together(files), actor: { kind: 'system', name: LIST_FETCHER } })
    return null
  } catch (error) {
    if (error instanceof FetchFailed) return error.problem
    if (!(error instanceof Refused)) throw error
    const meaning = REFUSED[error.refusal.code]
    if (meaning === undefined) throw error
    return meaning
  }
}

/** One after the other, each on a line of its own; a single file stays byte by byte what it is. */
const together = (files: readonly Uint8Array[]): Uint8Array =>
  Buffer.concat(files.flatMap((file, at) => (at === 0 ? [file] : [Buffer.from('\n'), file])))

async function recordLook({ db, clock }: ScreeningContext, list: ListName, problem: FetchProblem | null): Promise<void> {
  const at = clock.now()
  await sql`INSERT INTO screening.list_fetch (list, tried_at, fetched_at, problem)
    VALUES (${list}, ${at}, ${problem === null ? at : null}, ${problem})
    ON CONFLICT (list) DO UPDATE SET tried_at = excluded.tried_at, problem = excluded.problem,
      fetched_at = coalesce(excluded.fetched_at, list_fetch.fetched_at)`.execute(db)
}

export async function listFetches(connection: Connection): Promise<ListFetchRow[]> {
  const found = await sql<ListFetchRow>`SELECT list, tried_at AS "triedAt", fetched_at AS "fetchedAt", problem
    FROM screening.list_fetch`.execute(connection)
  return found.rows
}
