/**
 * What a page asks for beside its own file, before that file says so. The list stands in the first script, which every visitor loads, so
 * it is kept short: behind the sign-in only home is in it. The other screens follow a click, find most of their parts there already, and
 * ask for the rest themselves. Style sheets always stand in it, or a page would be seen without them.
 */
import { readFileSync } from 'node:fs'

/** Names of built files. The first script names all of them, and what is random does not compress: seven characters tell versions apart. */
const name = (ending: string): string => `static/[name]-[hash:7]${ending}`
export const FILE_NAMES = { entryFileNames: name('.js'), chunkFileNames: name('.js'), assetFileNames: name('[extname]') }

const ROUTES = readFileSync(new URL('../src/routes.tsx', import.meta.url), 'utf8')
const HOME = 'home-screen'
const AFTER_HOME = new Set(
  [...ROUTES.matchAll(/screens\/application\/[^']*?([\w-]+)\.tsx'/g)].map(([, screen]) => screen).filter((screen) => screen !== HOME),
)

export function preloaded(file: string, needed: string[]): string[] {
  const screen = /([\w-]+)-[\w-]{7}\.js$/.exec(file)?.[1]
  return AFTER_HOME.has(screen) ? needed.filter((path) => path.endsWith('.css')) : needed
}
