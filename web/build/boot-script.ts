/** Content-hashed name for the first script (public/boot.js), so that a second visit need not revalidate it. */
import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

const NAME = 'boot.js'
/** Same length as the hashes in preload.ts. */
const HASH_LENGTH = 7

export function bootScript(): Plugin {
  const { code: source } = minifySync(NAME, readFileSync(new URL(`../public/${NAME}`, import.meta.url), 'utf8'))
  const fileName = `static/boot-${createHash('sha256').update(source).digest('base64url').slice(0, HASH_LENGTH)}.js`
  return {
    name: 'tunjo-boot-script',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: { order: 'post', handler: (html) => html.replace(`"/${NAME}"`, `"/${fileName}"`) },
    writeBundle({ dir }) {
      if (dir) rmSync(join(dir, NAME), { force: true })
    },
  }
}
