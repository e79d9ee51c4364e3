/** The source file of a screen, for the map. */
import type { Screen } from '../src/routes.tsx'

/** The file that the screen's `load` imports, under `web/src`: the only place where it is written. */
export function screenFile({ path, load }: Pick<Screen, 'path' | 'load'>): string {
  const file = /screens\/[\w/-]+\.tsx/.exec(load.toString())?.[0]
  if (!file) throw new Error(`no file for ${path}`)
  return `src/${file}`
}
