/** Worker thread that keeps state and answers calls one after another, so that a long computation blocks no request. */
import { Worker } from 'node:worker_threads'
import type { ThreadAnswer } from './thread-calls.ts'
import { threadProgram } from './thread-program.ts'

/** Above it the thread ends with an error, not the process. */
const LIMITS = { maxOldGenerationSizeMb: 2_048, maxYoungGenerationSizeMb: 64 }

export interface Thread<Call, Answer> {
  /** @throws what the call threw in the thread, or the error that ended the thread */
  call(message: Call): Promise<Answer>
  hasEnded(): boolean
  end(): Promise<void>
}
interface Waiting<Answer> {
  resolve(answer: Answer): void
  reject(error: Error): void
}

/** The thread does not keep the process alive. */
export async function startThread<Call, Answer>(source: URL): Promise<Thread<Call, Answer>> {
  // The thread gets no environment of this process.
  const worker = new Worker(await threadProgram(source), { eval: true, execArgv: [], env: {}, resourceLimits: LIMITS })
  worker.unref()
  const waiting: Waiting<Answer>[] = []
  let ended: Error | null = null
  const fail = (error: Error) => {
    ended ??= error
    for (const one of waiting.splice(0)) one.reject(error)
  }
  worker.on('message', (said: ThreadAnswer<Answer>) => {
    const first = waiting.shift()
    if ('problem' in said) first?.reject(new Error(said.problem))
    else first?.resolve(said.answer)
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('the thread ended')))
  return {
    call: (message) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended)
        waiting.push({ resolve, reject })
        worker.postMessage(message)
      }),
    hasEnded: () => ended !== null,
    end: async () => void (await worker.terminate()),
  }
}
