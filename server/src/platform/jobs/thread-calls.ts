/** Worker side of thread.ts. */
import { parentPort } from 'node:worker_threads'

export type ThreadAnswer<Answer> = { readonly answer: Answer } | { readonly problem: string }

/** Answers in the order of the calls. */
export function answerCalls<Call, Answer>(answer: (call: Call) => Answer): void {
  parentPort?.on('message', (call: Call) => {
    const said: ThreadAnswer<Answer> = attempt(() => answer(call))
    parentPort?.postMessage(said)
  })
}

function attempt<Answer>(act: () => Answer): ThreadAnswer<Answer> {
  try {
    return { answer: act() }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
