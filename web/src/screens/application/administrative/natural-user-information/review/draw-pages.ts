/** The pages of a document as pictures, drawn in a worker that ends with the answer. */
export interface DrawnPages {
  readonly pages: readonly Blob[]
  /** There are more than were drawn. */
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
