/** `.dependency-cruiser.mjs` refuses imports that are not allowed; this test finds allowed ones that no file uses. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const DOMAINS_FOLDER = join(ROOT, 'server/src/domains')
interface Arrows {
  readonly ARROWS: Record<string, string[]>
  readonly DOMAINS: Record<string, string[]>
  readonly OPEN_TO_ALL: string[]
  folderOf(module: string): string
}
const { ARROWS, DOMAINS, OPEN_TO_ALL, folderOf }: Arrows = await import(new URL('module-arrows.mjs', import.meta.url).href)
const IMPORT = /from '(?:\.\.\/)+(?:[a-z]+\/)?([a-z-]+)\/index\.ts'/g

test('every declared dependency is used: an unused one would admit an import unnoticed', () => {
  const declared = Object.entries(ARROWS).flatMap(([name, targets]) => targets.map((target) => `${name} → ${target}`))
  const names = Object.keys(ARROWS)
  expect(names.flatMap(usedArrows).sort()).toEqual(declared.sort())
})

test('every module is in the folder of one domain, and no domain has another folder', () => {
  const folders = Object.keys(DOMAINS).map((domain) => [domain, readdirSync(join(DOMAINS_FOLDER, domain)).sort()])
  expect(Object.fromEntries(folders)).toEqual(
    Object.fromEntries(Object.entries(DOMAINS).map(([name, modules]) => [name, [...modules].sort()])),
  )
  expect(readdirSync(DOMAINS_FOLDER).sort()).toEqual(Object.keys(DOMAINS).sort())
  expect(Object.values(DOMAINS).flat().sort()).toEqual(Object.keys(ARROWS).sort())
})

test('no module depends on one of a higher domain', () => {
  const places = Object.keys(DOMAINS)
  const placeOf = (module: string) => places.findIndex((domain) => DOMAINS[domain]?.includes(module))
  const upward = Object.entries(ARROWS).flatMap(([name, targets]) => targets.filter((target) => placeOf(target) > placeOf(name)))
  expect(upward).toEqual([])
})

test('docs/architecture.md draws these dependencies', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/architecture.md'), 'utf8')
  const drawn = [...page.matchAll(/^ +([a-z]+) --> ([a-z]+(?: & [a-z]+)*)$/gm)].filter(([, name = '']) => name in ARROWS)
  const declared = Object.entries(ARROWS).filter(([, targets]) => targets.length > 0)
  const shown = drawn.map(([, name = '', targets = '']): [string, string[]] => [name, targets.split(' & ').sort()])
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(declared.map(([name, targets]) => [name, [...targets].sort()])))
})

function usedArrows(name: string): string[] {
  const sources = readdirSync(join(ROOT, folderOf(name)), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.ts$/.test(file) && !/(\.test|\btesting)\.ts$/.test(file),
  )
  const imported = sources.flatMap((file) =>
    [...readFileSync(join(ROOT, folderOf(name), file), 'utf8').matchAll(IMPORT)].map(([, target = '']) => target),
  )
  const isOther = (target: string) => target in ARROWS && target !== name && !OPEN_TO_ALL.includes(target)
  return [...new Set(imported.filter(isOther))].map((target) => `${name} → ${target}`)
}
