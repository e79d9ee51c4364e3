/** Polling: looks for due work again and again, sooner while there is more than fits at once, until it is stopped. */
import type { Log } from '../log.ts'

const POLL_MS = 150
const BUSY_POLL_MS = 10

/** `look` answers how much it found. */
export function createPolling(log: Log, look: (isStopping: () => boolean) => Promise<number>) {
  let timer: NodeJS.Timeout | null = null
  let polling: Promise<void> = Promise.resolve()
  let isStopping = false

  async function poll(): Promise<void> {
    let found = 0
    try {
      found = await look(() => isStopping)
    } catch (error) {
      if (!isStopping) log.error({ err: error }, 'job poll failed')
    }
    if (!isStopping) timer = setTimeout(start, found > 0 ? BUSY_POLL_MS : POLL_MS)
  }
  const start = () => {
    polling = poll()
  }

  return {
    start,
    /** Resolves when no look is under way. */
    async stop(): Promise<void> {
      isStopping = true
      if (timer) clearTimeout(timer)
      await polling
    },
  }
}
