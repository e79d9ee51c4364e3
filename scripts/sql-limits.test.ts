/**
 * Table of every bound of rows in the server's SQL (sql-limits.tsv), so that none cuts a list or a decision without notice. `LIMIT 1`, and
 * pages with an OFFSET, need no reason.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const files = execFileSync('git', ['ls-files', 'server/src', 'server/views'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 10_000_000 })
  .trim()
  .split('\n')

/** Why no reader misses a row. */
const WHY: Readonly<Record<string, string>> = {
  batch: 'the work goes on with the next rows, at once or in the next pass of its job',
  page: 'the caller asks for the next page',
  said: 'one more is read or counted, and the answer says so or is refused',
  best: 'the newest, nearest or largest ones are enough for what is decided',
  bounded: 'another rule bounds the number of rows below it',
}

const COMMENT = /^\s*(\*|\/\/|\/\*|--)/
const BOUND = /\bLIMIT (\$\{[^{}]*\}|\$?[\w.]+)(?! OFFSET)/g

function boundsIn(file: string): string[] {
  const lines = read(file)
    .split('\n')
    .filter((line) => !COMMENT.test(line))
  return lines.flatMap((line) => [...line.matchAll(BOUND)].flatMap(([, bound = '']) => (bound === '1' ? [] : [`${file} ${bound}`])))
}

const rows = read('scripts/sql-limits.tsv')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [file = '', bound = '', places = '', why = '', reason = ''] = line.split('\t')
    return { place: `${file} ${bound}`, places: Number(places), why, reason }
  })

it('names each bound of rows in SQL, with the number of its places in the file', () => {
  const found = new Map<string, number>()
  for (const file of files)
    if (/\.(ts|sql)$/.test(file) && !/(\.test|testing|\.process)\.ts$/.test(file) && !file.includes('/migrations/'))
      for (const place of boundsIn(file)) found.set(place, (found.get(place) ?? 0) + 1)
  expect(found.size).toBeGreaterThan(100)
  expect(Object.fromEntries(rows.map(({ place, places }) => [place, places]))).toEqual(Object.fromEntries(found))
})

it('says of each why no reader misses a row', () => {
  expect(rows.filter(({ why, reason }) => !(why in WHY) || reason.split(' ').length < 3)).toEqual([])
})
