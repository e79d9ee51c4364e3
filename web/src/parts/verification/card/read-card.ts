/** Read the document in a picture, in a dedicated worker that terminates with the answer. */
import type { Card } from './parse-card.ts'

const TIMEOUT_MS = 30_000

export async function readCard(picture: Blob): Promise<Card | null> {
  const worker = new Worker(new URL('./card-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await answerOf(worker, picture)
  } finally {
    worker.terminate()
  }
}

function answerOf(worker: Worker, picture: Blob): Promise<Card | null> {
  return new Promise((resolve) => {
    const giveUp = () => resolve(null)
    setTimeout(giveUp, TIMEOUT_MS)
    worker.onerror = giveUp
    worker.onmessage = ({ data }: MessageEvent<Card | null>) => resolve(data)
    worker.postMessage(picture)
  })
}
