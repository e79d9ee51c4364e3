/** Poll until an asynchronous result arrives. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Site } from './types.ts'

const ASK_EVERY_MS = 100
const TIMEOUT_MS = 60_000

export async function pollUntil<T>({ signal }: Pick<Site, 'signal'>, what: string, ask: () => Promise<T | undefined>): Promise<T> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  while (!timeout.aborted) {
    signal.throwIfAborted()
    const found = await ask()
    if (found !== undefined) return found
    await delay(ASK_EVERY_MS, undefined, { signal })
  }
  throw new Error(`${what}: not within ${TIMEOUT_MS} ms`)
}
