/**
 * The program of the thread for documents as one text, bundled at the first document: reading its TypeScript and its hundred modules anew for
 * each one took half a second of processor time, five times as long as the rest of the thread's life.
 */
import { fileURLToPath } from 'node:url'

const SOURCE = fileURLToPath(new URL('./pdf-worker.ts', import.meta.url))
let program: Promise<string> | null = null

export function pdfProgram(): Promise<string> {
  program ??= bundle().catch((error) => {
    program = null
    throw error
  })
  return program
}

async function bundle(): Promise<string> {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [SOURCE],
    bundle: true,
    write: false,
    platform: 'node',
    // What `eval` of a thread takes.
    format: 'cjs',
    target: 'node20',
    minifyWhitespace: true,
    logLevel: 'silent',
  })
  const [file] = outputFiles
  if (!file) throw new Error('the program of the thread for documents was not written')
  return file.text
}
