/** Refusals and notices that refer to a button or link use its exact label. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return Object.values(value as object).flatMap(textsOf)
}
const screenTexts = (language: string) =>
  readdirSync(new URL(`../src/i18n/${language}`, import.meta.url)).flatMap((file) =>
    textsOf(JSON.parse(read(`web/src/i18n/${language}/${file}`))),
  )

/** Without those that are values of the sentence. */
const namesIn = (language: string, quoted: RegExp) =>
  ['errors', 'notices'].flatMap((kind) => [...read(`contract/src/${kind}.${language}.ts`).matchAll(quoted)].map(([, name]) => name))

it.each([
  ['es', /«([^»$]+)»/g],
  ['en', /“([^”$]+)”/g],
] as const)('in %s', (language, quoted) => {
  const names = namesIn(language, quoted)
  expect(names).not.toEqual([])
  const shown = screenTexts(language)
  expect(names.filter((name) => name === undefined || !shown.includes(name))).toEqual([])
})
