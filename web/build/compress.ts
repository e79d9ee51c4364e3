/** Writes a Brotli and a gzip twin beside every file of the built application that gets smaller by it, so that the server compresses nothing itself. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
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
      handler: ({ dir }) => {
        if (dir) writeTwins(dir)
      },
    },
  }
}

function writeTwins(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!COMPRESSIBLE.test(name)) continue
    const content = readFileSync(join(folder, name))
    if (content.length < SMALLEST_BYTES) continue
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content))
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }))
  }
}
