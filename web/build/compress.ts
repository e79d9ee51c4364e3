/** Write a gzip file next to every built file that becomes smaller by it. The server adds Brotli (file-compression.ts of platform/http). */
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|wasm)$/
/** Below this the response headers weigh more than the savings. */
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

/** In parallel: Node's thread pool compresses on every processor. */
async function writeGzipFiles(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => COMPRESSIBLE.test(name))
  await Promise.all(names.map((name) => writeGzipFile(join(folder, name))))
}

async function writeGzipFile(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length < SMALLEST_BYTES) return
  await writeFile(`${file}.gz`, await gzipped(content, { level: 9 }))
}
