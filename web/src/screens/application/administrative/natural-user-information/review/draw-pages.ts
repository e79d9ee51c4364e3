/** Pages of a document rendered as pictures, in a worker that terminates with the answer. */
export interface DrawnPages {
  readonly pages: readonly Blob[]
  /** True when there are more pages than were rendered. */
  readonly isCut: boolean
}

const TIMEOUT_MS = 60_000

export async function drawPages(file: Blob): Promise<DrawnPages> {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await answerOf(worker, await file.arrayBuffer())
  } finally {
    worker.terminate()
  }
}

function answerOf(worker: Worker, content: ArrayBuffer): Promise<DrawnPages> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('the pages were not drawn'))
    setTimeout(fail, TIMEOUT_MS)
    worker.onerror = fail
    worker.onmessage = ({ data }: MessageEvent<DrawnPages | null>) => (data ? resolve(data) : fail())
    worker.postMessage(content, [content])
  })
}
