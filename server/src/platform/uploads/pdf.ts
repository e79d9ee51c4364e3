/** A document is parsed in a separate thread, with bounds on memory and time: a hostile one ends its thread, not the server. */
import { Worker } from 'node:worker_threads'
import { refuse } from '../http/refusal.ts'
import { threadProgram } from '../jobs/thread-program.ts'
import type { PdfVerdict } from './pdf-worker.ts'

const PROGRAM = new URL('./pdf-worker.ts', import.meta.url)
/** The thread's own start does not count against the document. */
const START_TIMEOUT_MS = 20_000
const TIMEOUT_MS = 5_000
const LIMITS = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }

export async function inspectPdf(content: Buffer): Promise<{ pages: number }> {
  const verdict = await examine(content)
  if ('pages' in verdict) return verdict
  refuse(verdict.refused)
}

async function examine(content: Buffer): Promise<PdfVerdict> {
  // The thread gets no environment of this process.
  const worker = new Worker(await threadProgram(PROGRAM), {
    eval: true,
    execArgv: [],
    env: {},
    workerData: content,
    resourceLimits: LIMITS,
    stdout: true,
    stderr: true,
  })
  try {
    return await verdictOf(worker)
  } finally {
    await worker.terminate()
  }
}

function verdictOf(worker: Worker): Promise<PdfVerdict> {
  return new Promise((resolve, reject) => {
    const unreadable = () => resolve({ refused: 'files.pdf_unreadable' })
    let deadline = setTimeout(() => reject(new Error('the thread for documents did not start')), START_TIMEOUT_MS)
    worker.on('message', (message: 'started' | PdfVerdict) => {
      clearTimeout(deadline)
      if (message === 'started') deadline = setTimeout(unreadable, TIMEOUT_MS)
      else resolve(message)
    })
    let hasStarted = false
    worker.once('message', () => {
      hasStarted = true
    })
    // Out of memory, or out of stack in a place that cannot be caught: caused by the document. Before it began: a fault of the product.
    worker.on('error', (error) => {
      clearTimeout(deadline)
      if (hasStarted) unreadable()
      else reject(error)
    })
    worker.on('exit', () => {
      clearTimeout(deadline)
      unreadable()
    })
  })
}
