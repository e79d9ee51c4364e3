/** Writes a Brotli and a gzip twin beside every text file of the built application, so that the server compresses nothing itself. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(js|css|html|svg|json|webmanifest)$/
/** Below this the answer's headers weigh more than what is saved. */
const SMALLEST_BYTES = 1_024

export function compress(): Plugin {
  return {
    name: 'tunjo-compress',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler: ({ dir }) => {
        if (dir) writeTwins(dir)
      },
    },
  }
}

function writeTwins(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!TEXT.test(name)) continue
    const text = readFileSync(join(folder, name))
    if (text.length < SMALLEST_BYTES) continue
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text, { level: 9 }))
  }
}
