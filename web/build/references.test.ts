import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { citedIds, citingSources, documentedIds, fillReferences, namedByTests, REFERENCE_PAGES, securityRows } from './map/references.ts'

const sources = citingSources()
const pages = REFERENCE_PAGES.map((page) => readFileSync(page, 'utf8'))

it('the pages of requirements name the files that implement and test each id', () => {
  const isCurrent = pages.every((page) => page === fillReferences(page, sources))
  expect(isCurrent, 'docs/requirements.md or docs/security.md is out of date: run "npm run map" and commit it').toBe(true)
})

it('every requirement id that the code cites is documented', () => {
  const known = documentedIds(pages)
  const dangling = sources.flatMap(({ file, text }) => citedIds(text).flatMap((id) => (known.has(id) ? [] : `${file}: ${id}`)))
  expect(dangling).toEqual([])
})

it('comments cite no document that is not in the repository', () => {
  const outside = /\bS[0-3] §|\b(security|ledger|providers|finished-\w+|architecture|style|findings)\.md\b/
  const citing = sources.filter(
    ({ file, text }) => file !== 'web/build/references.test.ts' && outside.test(text.replaceAll(/docs\/[\w/-]+\.md/g, '')),
  )
  expect(citing.map(({ file }) => file)).toEqual([])
})

it('a decision record has a unique number, which is also in its title', () => {
  const records = readdirSync('docs/decisions').filter((file) => /^\d{4}-/.test(file))
  const numbers = records.map((file) => Number(file.slice(0, 4)))
  expect(new Set(numbers).size).toBe(numbers.length)
  for (const file of records)
    expect(readFileSync(`docs/decisions/${file}`, 'utf8'), file).toMatch(new RegExp(`^# ${Number(file.slice(0, 4))}\\. `))
})

describe('every row of docs/security.md', () => {
  const rows = securityRows(readFileSync('docs/security.md', 'utf8'))
  const named = namedByTests(sources)

  it('is read', () => expect(rows.length).toBeGreaterThan(100))

  it('has a place and a test, or a reason why not', () => {
    expect(rows.filter(({ reason, doneIn, testedIn }) => !reason && !(doneIn && testedIn)).map(({ id }) => id)).toEqual([])
  })

  it('is in the title of a test that proves it', () => {
    expect(rows.filter(({ id, reason }) => !reason && !named.has(id)).map(({ id }) => id)).toEqual([])
  })
})

it('ids are extracted from comments, ranges included', () => {
  expect(citedIds('(KYC-10…KYC-12, R9, EX-02)')).toEqual(['KYC-10', 'KYC-11', 'KYC-12', 'R9', 'EX-02'])
})
