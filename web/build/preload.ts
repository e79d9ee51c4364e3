/**
 * Module preloads: files that a page requests before its own file names them. The list is in the first script, which every visitor loads,
 * so it is kept short: behind the sign-in it contains only home, and not the design system page. The other screens follow a click, share
 * most of their files with it, and request the rest themselves. Style sheets are always listed, or a page would be shown without them.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Names of built files. The first script contains all of them, and random text does not compress: seven characters distinguish versions.
 */
const name = (ending: string): string => `static/[name]-[hash:7]${ending}`

const PHRASES = /[\\/]i18n[\\/](es|en)[\\/][\w-]+\.json$/
/** One hash for all phrases of all languages: their files are small, many and named only here. */
const phrasesHash = createHash('sha256').update(JSON.stringify(allPhrases())).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 7)

/** The language is the folder: a screen's phrases have the same name in each. */
function chunkName({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const language = PHRASES.exec(facadeModuleId ?? '')?.[1]
  return language ? `static/${language}-${phrasesHash}/[name].js` : name('.js')
}
export const FILE_NAMES = { entryFileNames: name('.js'), chunkFileNames: chunkName, assetFileNames: name('[extname]') }

const ROUTES = readFileSync(new URL('../src/routes.tsx', import.meta.url), 'utf8')
const HOME = 'home-screen'
const AFTER_HOME = new Set(
  [...ROUTES.matchAll(/screens\/(?:application|dev)\/[^']*?([\w-]+)\.tsx'/g)]
    .map(([, screen]) => screen)
    .filter((screen) => screen !== HOME),
)

function allPhrases(): string[] {
  const folder = fileURLToPath(new URL('../src/i18n', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
  return files.toSorted().flatMap((file) => [file, readFileSync(join(folder, file), 'utf8')])
}

export function preloaded(file: string, needed: string[]): string[] {
  const screen = /([\w-]+)-[\w-]{7}\.js$/.exec(file)?.[1]
  return AFTER_HOME.has(screen) ? needed.filter((path) => path.endsWith('.css')) : needed
}
