const ASK_EVERY_MS = 250

/** Poll for an asynchronous result. For set-up and scripts too, where `expect.poll` cannot be used. */
export async function until<T>(what: string, patienceMs: number, ask: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const found = await ask()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
  }
  throw new Error(`${what}: not within ${patienceMs} ms.`)
}
