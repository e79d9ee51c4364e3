/** Longest pause of the loop, which runs due work one round at a time. It is short so that a moved clock is noticed. */
const LONGEST_NAP_MS = 250

export interface Loop {
  wake(): void
  stop(): Promise<void>
}

export function startLoop(options: {
  clock: () => number
  /** Epoch milliseconds of the next piece of work, null when nothing waits. */
  nextDueAt: () => number | null
  runDue: () => Promise<void>
  onError: (error: unknown) => void
}): Loop {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let stopped = false

  function schedule(): void {
    clearTimeout(timer)
    if (stopped || running) return
    const dueAt = options.nextDueAt()
    if (dueAt === null) return
    timer = setTimeout(round, Math.min(Math.max(dueAt - options.clock(), 0), LONGEST_NAP_MS))
  }

  function round(): void {
    running = options
      .runDue()
      .catch(options.onError)
      .finally(() => {
        running = undefined
        schedule()
      })
  }

  return {
    wake: schedule,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
