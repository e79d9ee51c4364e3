/** Gives the script that runs first (public/boot.js) a name of its content, so that a second visit need not ask whether it is still the same. */
import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { minifySync, type Plugin } from 'vite'

const NAME = 'boot.js'
/** As many characters as the names in preload.ts. */
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
