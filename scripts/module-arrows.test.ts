/** `.dependency-cruiser.mjs` refuses imports that are not allowed; this test finds allowed ones that no file uses. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const MODULES = join(import.meta.dirname, '../server/src/modules')
const { ARROWS, OPEN_TO_ALL }: { ARROWS: Record<string, string[]>; OPEN_TO_ALL: string[] } = await import(
  new URL('module-arrows.mjs', import.meta.url).href
)
const IMPORT = /from '(?:\.\.\/)+([a-z-]+)\/index\.ts'/g

test('every declared dependency is used: an unused one would admit an import unnoticed', () => {
  const declared = Object.entries(ARROWS).flatMap(([name, targets]) => targets.map((target) => `${name} → ${target}`))
  const names = readdirSync(MODULES)
  expect(Object.keys(ARROWS).sort()).toEqual(names.sort())
  expect(names.flatMap(usedArrows).sort()).toEqual(declared.sort())
})

test('docs/architecture.md draws these dependencies', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/architecture.md'), 'utf8')
  const drawn = [...page.matchAll(/^ +([a-z]+) --> ([a-z]+(?: & [a-z]+)*)$/gm)].filter(([, name = '']) => name in ARROWS)
  const declared = Object.entries(ARROWS).filter(([, targets]) => targets.length > 0)
  const shown = drawn.map(([, name = '', targets = '']): [string, string[]] => [name, targets.split(' & ').sort()])
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(declared.map(([name, targets]) => [name, [...targets].sort()])))
})

function usedArrows(name: string): string[] {
  const sources = readdirSync(join(MODULES, name), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.ts$/.test(file) && !/(\.test|\btesting)\.ts$/.test(file),
  )
  const imported = sources.flatMap((file) =>
    [...readFileSync(join(MODULES, name, file), 'utf8').matchAll(IMPORT)].map(([, target = '']) => target),
  )
  const isOther = (target: string) => target in ARROWS && target !== name && !OPEN_TO_ALL.includes(target)
  return [...new Set(imported.filter(isOther))].map((target) => `${name} → ${target}`)
}
