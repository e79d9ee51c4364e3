import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const sources = ['contract/src', 'server/src', 'dev', 'web/src']
  .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => /\.(tsx?|sql)$/.test(file) && !/\.test\.tsx?$/.test(file))
const words = new Set(sources.flatMap((file) => readFileSync(join(ROOT, file), 'utf8').match(/[\w-]+/g) ?? []))
const rows = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!English)/.test(line))
  .map((line) => line.split(' | '))

test('finds every term of the glossary in the code at the named place', () => {
  const lost = rows.flatMap(([term = '', , , where = '']) => {
    const place = /^`(.+)`/.exec(where)?.[1]
    // A term that occurs in sentences only has a dash.
    if (!place) return where.startsWith('–') ? [] : [`${term.slice(2)}: no place`]
    return (place.includes('/') ? existsSync(join(ROOT, place)) : words.has(place)) ? [] : [`${term.slice(2)}: ${place}`]
  })
  expect(rows.length).toBeGreaterThan(50)
  expect(lost).toEqual([])
})
