/**
 * Worker pool that compares people with lists, one thread for each core: neither a comparison nor the construction of an index blocks a
 * request. Each thread holds the same indexes; entries are read once for all threads, in pages. A thread that ended is replaced at the next
 * screening.
 */
import { availableParallelism } from 'node:os'
import { startThread, type Thread } from '../../../../platform/jobs/thread.ts'
import type { EntryRow } from '../lists/list-store.ts'
import type { Thresholds } from '../matching/screen.ts'
import type { FoundHits, PersonToScreen, ScreenerAnswer, ScreenerCall } from './screener-worker.ts'

const PROGRAM = new URL('./screener-worker.ts', import.meta.url)
/** Bounded, since each thread holds a copy of the indexes. */
const THREADS_MAX = 4
/** A smaller share is not worth another thread. */
const PEOPLE_PER_THREAD_MIN = 25
/** All lists, and the newest version of each, with room for one that is being replaced. */
const INDEXES_MAX = 6

/** Entries in pages. */
export type ReadEntries = () => AsyncIterable<readonly EntryRow[]>
export interface Index {
  readonly key: string
  readonly read: ReadEntries
}
export interface Screeners {
  /** Prepare the index in as many threads as a later screening of this many people uses. */
  prepare(index: Index, people: number): Promise<void>
  screen(index: Index, people: readonly PersonToScreen[], thresholds: Thresholds): Promise<FoundHits[]>
  /** Drop an index that is no longer needed. */
  drop(key: string): Promise<void>
  stop(): Promise<void>
}
interface Held {
  readonly thread: Thread<ScreenerCall, ScreenerAnswer>
  /** Ordered by last use, the oldest first. */
  readonly keys: Set<string>
}

export function createScreeners(size = Math.min(THREADS_MAX, availableParallelism())): Screeners {
  const threads: Held[] = []
  let lastLoad: Promise<unknown> = Promise.resolve()
  const countFor = (people: number) => Math.max(1, Math.min(size, Math.ceil(people / PEOPLE_PER_THREAD_MIN)))

  async function threadsFor(people: number): Promise<Held[]> {
    for (let at = 0; at < countFor(people); at++) {
      if (threads[at]?.thread.hasEnded() === false) continue
      threads[at] = { thread: await startThread(PROGRAM), keys: new Set() }
    }
    return threads.slice(0, countFor(people))
  }
  /** Serialised: a second caller finds the index that the first one read. */
  function prepare(index: Index, people: number): Promise<Held[]> {
    const loading = lastLoad.then(async () => {
      const chosen = await threadsFor(people)
      await load(chosen, index)
      return chosen
    })
    lastLoad = loading.catch(() => undefined)
    return loading
  }

  return {
    prepare: async (index, people) => void (await prepare(index, people)),
    async screen(index, people, thresholds) {
      const chosen = await prepare(index, people.length)
      const share = Math.ceil(people.length / chosen.length)
      const parts = chosen.map(({ thread }, at) =>
        thread.call({ kind: 'screen', key: index.key, people: people.slice(at * share, (at + 1) * share), thresholds }),
      )
      return (await Promise.all(parts)).flat()
    },
    drop: async (key) => void (await Promise.all(threads.map((held) => drop(held, key)))),
    stop: async () => void (await Promise.all(threads.splice(0).map(({ thread }) => thread.end()))),
  }
}

async function load(threads: readonly Held[], { key, read }: Index): Promise<void> {
  const lacking = threads.filter(({ keys }) => !keys.has(key))
  for (const { keys } of threads) if (keys.delete(key)) keys.add(key)
  if (lacking.length === 0) return
  await Promise.all(lacking.map(makeRoom))
  const callEach = (call: ScreenerCall) => Promise.all(lacking.map(({ thread }) => thread.call(call)))
  // Remains of an attempt that failed.
  await callEach({ kind: 'drop', key })
  for await (const rows of read()) await callEach({ kind: 'add', key, rows })
  await callEach({ kind: 'build', key })
  for (const { keys } of lacking) keys.add(key)
}

async function makeRoom(held: Held): Promise<void> {
  const [oldest] = held.keys
  if (held.keys.size >= INDEXES_MAX && oldest !== undefined) await drop(held, oldest)
}

/** A thread that ended holds no index. */
async function drop({ thread, keys }: Held, key: string): Promise<void> {
  if (keys.delete(key)) await thread.call({ kind: 'drop', key }).catch(() => undefined)
}
