/** Every source file states its purpose in its first line, so that a search for a term finds its place. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const sources = ['contract/src', 'server', 'dev', 'web/src', 'web/build']
  .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => /\.tsx?$/.test(file) && !/(\.test|testing|\.d|\.generated)\.tsx?$/.test(file))

test('every source file begins with its purpose', () => {
  expect(sources.length).toBeGreaterThan(800)
  expect(sources.filter((file) => !/^\/\*\*\s/.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
})
