/** R42: docs/asvs.md has every requirement of ASVS 5.0.0 of levels 1 and 2, and its references exist. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './map/calls.ts'
import { citedIds, REFERENCE_PAGES, testedIds } from './map/references.ts'

/** Number of requirements of levels 1 and 2 by chapter; level 1 has 70 of them. */
const OF_CHAPTER = {
  1: 27,
  2: 11,
  3: 19,
  4: 10,
  5: 9,
  6: 35,
  7: 18,
  8: 7,
  9: 7,
  10: 29,
  11: 14,
  12: 9,
  13: 13,
  14: 9,
  15: 13,
  16: 16,
  17: 7,
}
const OF_LEVEL_1 = 70
const ROW = /^\| V(\d+)\.(\d+)\.(\d+) \| ([12]) \| ([^|]+) \| ([^|]*) \| ([^|]*) \|$/

const page = readFileSync(join(ROOT, 'docs/asvs.md'), 'utf8')
const rows = page.split('\n').flatMap((line) => {
  const [, chapter, section, number, level, asked = '', held = '', reason = ''] = ROW.exec(line) ?? []
  return chapter ? [{ id: `V${chapter}.${section}.${number}`, chapter, level, asked, held: held.trim(), reason: reason.trim() }] : []
})

describe('R42 docs/asvs.md', () => {
  it('R42 has every id of levels 1 and 2, once', () => {
    expect(rows).toHaveLength(page.split('\n').filter((line) => line.startsWith('| V')).length)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    const counted = Object.fromEntries(Object.keys(OF_CHAPTER).map((key) => [key, rows.filter(({ chapter }) => chapter === key).length]))
    expect(counted).toEqual(OF_CHAPTER)
    expect(rows.filter(({ level }) => level === '1')).toHaveLength(OF_LEVEL_1)
  })

  it('R42 each has its safeguard, or a reason', () => {
    expect(rows.filter(({ held, reason }) => !held && reason.length < 10).map(({ id }) => id)).toEqual([])
  })

  it('R42 each safeguard is a tested requirement, or an existing test', () => {
    const tested = testedIds(REFERENCE_PAGES.map((file) => readFileSync(file, 'utf8')))
    const wrong = rows.flatMap(({ id, held }) => {
      const files = [...held.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file = '']) => file)
      const ids = citedIds(held.replaceAll(/\[[^\]]*\]\([^)]*\)/g, ''))
      const named = files.length + ids.length === held.split(', ').filter(Boolean).length
      const isGood = named && ids.every((one) => tested.has(one)) && files.every((file) => existsSync(join(ROOT, file)))
      return isGood ? [] : [`${id}: ${held}`]
    })
    expect(wrong).toEqual([])
  })
})
