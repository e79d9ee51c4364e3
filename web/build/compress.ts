/** Writes a gzip file beside every file of the built application that gets smaller by it. The server adds Brotli (compress-files.ts of platform/http). */
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|wasm)$/
/** Below this the answer's headers weigh more than what is saved. */
const SMALLEST_BYTES = 1_024

export function compress(): Plugin {
  return {
    name: 'tunjo-compress',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler: async ({ dir }) => {
        if (dir) await writeGzipFiles(dir)
      },
    },
  }
}

const gzipped = promisify(gzip)

/** All at once: the threads of Node compress, and each processor has its share. */
async function writeGzipFiles(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => COMPRESSIBLE.test(name))
  await Promise.all(names.map((name) => writeGzipFile(join(folder, name))))
}

async function writeGzipFile(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < SMALLEST_BYTES) return
  await writeFile(`${file}.gz`, await gzipped(content, { level: 9 }))
}
