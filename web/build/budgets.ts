/**
 * Bundle budgets: the cost of a visit, from the manifest of the built application. A page needs its file, everything that file imports, its
 * phrases and the frame around it; files loaded by an earlier page of the visit are not counted again. Scripts loaded only after a click
 * (a drawer, a dialog) are not part of opening a page. A page in an iframe counts as a separate page with the same budget.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { SCREENS, type Screen } from '../src/routes.tsx'
import { screenFile } from './screen-file.ts'

/** The used part of Vite's manifest. */
type Manifest = Record<string, { file: string; imports?: string[] }>

/** gzip, in KB of 1024 bytes. */
export const BUDGETS = { landing: 150, home: 261, further: 60, fonts: 60 }

export interface Cost {
  readonly page: string
  readonly kilobytes: number
  readonly budget: number
  /** The largest files first. */
  readonly files: readonly string[]
}

const LANDING = '/'
const HOME = '/application'
/** Shows every component together, to developers of the demo profile only. */
const GALLERY = '/dev/ui'
/** Loaded by the first script on private pages (router.tsx). It includes the session. */
const PRIVATE_FRAME = 'src/parts/frames/application-frame.tsx'
/** Loaded inside a page as soon as it is rendered. */
const DRAWN_WITH: Record<string, string> = {
  'src/screens/chart/chart-screen.tsx': 'src/screens/chart/drawing.tsx',
  // The largest of the forms.
  'src/screens/application/verification/verification-screen.tsx': 'src/parts/verification/forms/legal-level-1.tsx',
}

/** Measure all pages; `dist` is the built application. */
export function measure(dist: string): Cost[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest
  const sizes = new Map<string, number>()

  function sizeOf(file: string): number {
    const known = sizes.get(file) ?? gzipSync(readFileSync(join(dist, file))).length / 1024
    sizes.set(file, known)
    return known
  }
  function filesOf(keys: readonly string[], found = new Set<string>()): Set<string> {
    for (const key of keys) {
      const entry = manifest[key]
      // Otherwise a page whose file was merged into another would cost nothing.
      if (!entry) throw new Error(`${key} has no file of its own: see chunks.ts`)
      if (found.has(entry.file)) continue
      found.add(entry.file)
      filesOf(entry.imports ?? [], found)
    }
    return found
  }
  function cost(page: string, budget: number, files: Iterable<string>): Cost {
    const heaviest = [...files].sort((one, other) => sizeOf(other) - sizeOf(one))
    const kilobytes = heaviest.reduce((sum, file) => sum + sizeOf(file), 0)
    return { page, budget, kilobytes, files: heaviest.slice(0, 5).map((file) => `${file} ${sizeOf(file).toFixed(1)}`) }
  }
  const loaded = (screen: Screen): Set<string> => {
    const isPrivate = screen.frame !== 'landing' && screen.frame !== 'visitor' && screen.frame !== 'bare'
    const file = screenFile(screen)
    const phrases = screen.phrases.map((name) => `src/i18n/es/${name}.json`)
    const drawnWith = DRAWN_WITH[file]
    return filesOf(['index.html', ...(isPrivate ? [PRIVATE_FRAME] : []), file, ...(drawnWith ? [drawnWith] : []), ...phrases])
  }

  const boot = `static/${readdirSync(join(dist, 'static')).find((name) => /^boot-[\w-]+\.js$/.test(name))}`
  const landing = new Set([boot, ...loaded(screenAt(LANDING))])
  const home = new Set([boot, ...loaded(screenAt(HOME))])
  const further = SCREENS.filter(({ path }) => ![LANDING, HOME, GALLERY].includes(path)).map((screen) => {
    const before = screen.frame === 'landing' || screen.frame === 'visitor' ? landing : home
    return cost(
      screen.path,
      BUDGETS.further,
      [...loaded(screen)].filter((file) => !before.has(file)),
    )
  })
  const fonts = new Set(
    Object.values(manifest)
      .map(({ file }) => file)
      .filter((file) => file.endsWith('.woff2')),
  )
  return [cost('landing', BUDGETS.landing, landing), cost('home', BUDGETS.home, home), cost('fonts', BUDGETS.fonts, fonts), ...further]
}

export const table = (costs: readonly Cost[]): string =>
  costs.map(({ page, kilobytes, budget, files }) => `${page}: ${kilobytes.toFixed(1)} KB of ${budget}\n  ${files.join('\n  ')}`).join('\n')

function screenAt(path: string): Screen {
  const screen = SCREENS.find((candidate) => candidate.path === path)
  if (!screen) throw new Error(`no screen at ${path}`)
  return screen
}
