/**
 * Fair queue (round robin by key): one file is inspected at a time, since a picture takes up to 250 MB while it is decoded, and accounts
 * take turns, so that whoever sends many files waits behind himself. Whoever comes waits for one turn of each account before it at most.
 */
import { refuse } from '../refusal.ts'

const WAITING_MAX = 64
/** Each holds its file in memory. */
const WAITING_PER_KEY_MAX = 8

type FairQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** @throws Refused `files.busy`, and `files.too_many_at_once` when the key has a queue of its own already */
export function createFairQueue(): FairQueue {
  /** In the order of turns: whoever had one goes to the end. */
  const waiting = new Map<string, (() => Promise<void>)[]>()
  let isRunning = false

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    for (const next of turns(waiting)) await next()
    isRunning = false
  }

  return (key, work) => {
    const own = waiting.get(key) ?? []
    if (own.length >= WAITING_PER_KEY_MAX) refuse('files.too_many_at_once')
    if ([...waiting.values()].reduce((sum, { length }) => sum + length, 0) >= WAITING_MAX) refuse('files.busy')
    return new Promise((resolve, reject) => {
      waiting.set(key, [...own, () => work().then(resolve, reject)])
      void run()
    })
  }
}

function* turns(waiting: Map<string, (() => Promise<void>)[]>): Generator<() => Promise<void>> {
  for (let [first] = waiting; first; [first] = waiting) {
    const [key, [next, ...rest]] = first
    waiting.delete(key)
    if (rest.length > 0) waiting.set(key, rest)
    if (next) yield next
  }
}
