/**
 * Program of a worker thread as one text, bundled when the first thread needs it: loading its TypeScript and imports anew for each thread
 * took half a second of processor time for documents, five times as long as the rest of the thread's life. The built package has each
 * program ready in a file.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const programs = new Map<string, Promise<string>>()

export function threadProgram(source: URL): Promise<string> {
  const known = programs.get(source.href)
  if (known) return known
  const program = read(fileURLToPath(source)).catch((error) => {
    programs.delete(source.href)
    throw error
  })
  programs.set(source.href, program)
  return program
}

function read(source: string): Promise<string> {
  const built = source.replace(/\.ts$/, '.cjs')
  return existsSync(built) ? readFile(built, 'utf8') : bundle(source)
}

async function bundle(source: string): Promise<string> {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    write: false,
    platform: 'node',
    // The format that `eval` of a thread takes.
    format: 'cjs',
    target: 'node20',
    minifyWhitespace: true,
    logLevel: 'silent',
  })
  const [file] = outputFiles
  if (!file) throw new Error(`the program of the thread ${source} was not written`)
  return file.text
}
