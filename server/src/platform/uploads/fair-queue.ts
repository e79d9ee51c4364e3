/**
 * Fair queue (round robin by key): one file is inspected at a time, since a picture takes up to 250 MB while it is decoded, and accounts
 * alternate, so that an account with many files delays only itself. A newcomer waits for one file of each earlier account at most. When the
 * queue is full, the account with the most files in it makes room: a few accounts that send many cannot fill it for others.
 */
import { Refused, refusal, refuse } from '../http/refusal.ts'

const WAITING_MAX = 64
/** Each holds its file in memory. */
const WAITING_PER_KEY_MAX = 8
const RETRY_AFTER_SECONDS = 60

type FairQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>

interface Waiting {
  run(): Promise<void>
  /** Its sender gets a refusal. */
  drop(): void
}

/**
 * @throws Refused `files.too_many_at_once` when the key has too many files, immediately or later when it has the most of a full queue;
 *   `files.busy` when that many accounts wait with one file each
 */
export function createFairQueue(): FairQueue {
  /** In round-robin order: a served account goes to the end. */
  const waiting = new Map<string, Waiting[]>()
  let isRunning = false

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    for (const next of turns(waiting)) await next.run()
    isRunning = false
  }

  return (key, work) => {
    if ((waiting.get(key)?.length ?? 0) >= WAITING_PER_KEY_MAX) refuse('files.too_many_at_once')
    if (sizeOf(waiting) >= WAITING_MAX) makeRoom(waiting, key)
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        run: () => work().then(resolve, reject),
        drop: () => reject(new Refused(refusal('files.too_many_at_once', { retryAfterSeconds: RETRY_AFTER_SECONDS }))),
      }
      waiting.set(key, [...(waiting.get(key) ?? []), entry])
      void run()
    })
  }
}

const sizeOf = (waiting: ReadonlyMap<string, readonly Waiting[]>): number =>
  [...waiting.values()].reduce((sum, { length }) => sum + length, 0)

/** Drop the newest file of the account with the most, unless the newcomer would have as many. */
function makeRoom(waiting: Map<string, Waiting[]>, comer: string): void {
  const own = waiting.get(comer)?.length ?? 0
  const [heaviest, files] = [...waiting].reduce((most, each) => (each[1].length > most[1].length ? each : most))
  if (own + 1 >= files.length) refuse(own > 0 ? 'files.too_many_at_once' : 'files.busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  waiting.set(heaviest, files.slice(0, -1))
  files.at(-1)?.drop()
}

function* turns(waiting: Map<string, Waiting[]>): Generator<Waiting> {
  for (let [first] = waiting; first; [first] = waiting) {
    const [key, [next, ...rest]] = first
    waiting.delete(key)
    if (rest.length > 0) waiting.set(key, rest)
    if (next) yield next
  }
}
