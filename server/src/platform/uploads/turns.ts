/** One file is inspected at a time: a picture takes up to 250 MB while it is decoded. The queue has an end. */
import { refuse } from '../refusal.ts'

const WAITING_MAX = 64

export function takingTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async (work) => {
    if (waiting >= WAITING_MAX) refuse('files.busy')
    waiting++
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    try {
      return await mine
    } finally {
      waiting--
    }
  }
}
