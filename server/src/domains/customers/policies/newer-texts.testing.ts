/** The built-in texts with an invented newer version of one of them, in a folder that the caller removes. */

import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import type { PolicySlug } from '@tunjo/contract/policies'
import { temporaryFolder } from '../../../../../dev/testing/temporary-folder.ts'

const DAY_MS = 86_400_000
export const NEWER = '2099-01'
/** Version of the terms that is in force until then. */
export const TERMS_IN_FORCE = '2026-02'
export const CHANGES = 'Bajamos el mínimo de los abonos y aclaramos cuándo puedes cancelar un retiro.'

/** In days from now. */
export interface Moments {
  readonly announced: number
  readonly begins: number
}

/** Returns the folder for `POLICY_TEXTS_DIR`. */
export function newerTexts(slug: PolicySlug, { announced, begins }: Moments, edit: (body: string) => string = mended): string {
  const folder = temporaryFolder('policies')
  cpSync(fileURLToPath(new URL('texts', import.meta.url)), folder, { recursive: true })
  const newest = readdirSync(join(folder, slug)).sort().at(-1) ?? ''
  const text = readFileSync(join(folder, slug, newest), 'utf8')
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  const kept = head.replace(/^(date|announced|changes): .*\n/gm, '')
  const facts = `${kept}\ndate: ${day(begins)}\nannounced: ${day(announced)}\nchanges: ${CHANGES}`
  writeFileSync(join(folder, slug, `${NEWER}.md`), `---\n${facts}\n---\n${edit(body)}`)
  return folder
}

/** The day in Bogotá, so many days from now. */
export const day = (inDays: number): string => bogotaDay(new Date(Date.now() + inDays * DAY_MS))

const mended = (body: string): string =>
  `${body.replaceAll('$ 10.000', '$ 5.000')}\n## Cancelar un retiro\n\nPuedes hacerlo desde Historial.\n`
