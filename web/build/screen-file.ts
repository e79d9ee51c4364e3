/** Source file of a screen, for the map. */
import type { Screen } from '../src/routes.tsx'

/** File that the screen's `load` imports, below `web/src`: the only place that names it. */
export function screenFile({ path, load }: Pick<Screen, 'path' | 'load'>): string {
  const file = /screens\/[\w/-]+\.tsx/.exec(load.toString())?.[0]
  if (!file) throw new Error(`no file for ${path}`)
  return `src/${file}`
}
