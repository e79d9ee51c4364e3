/** Table of outside services in docs/wrong-answers.md: every file that asks one, and every test of wrong answers, is in it. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const files = execFileSync('git', ['ls-files', 'server/src'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 10_000_000 }).trim().split('\n')
const rows = read('docs/wrong-answers.md')
  .split('\n')
  .filter((line) => /^\| .*\]\(/.test(line))
const linksOf = (cell = '') => [...cell.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path = '']) => path)
const askedBy = new Set(rows.flatMap((row) => linksOf(row.split('|')[2])))
const tests = new Set(rows.flatMap((row) => linksOf(row.split('|')[3])))

/** Ways out of the process: fetch, SMTP, a socket, JSON-RPC, a token's library. */
const ASKS = /[^\w.'"]fetch\(|fetchWithin\(|createTransport\(|[^\w.]connect\(|C_Initialize/
/** They ask the product's own processes, or are the helper that the askers share. */
const OWN: Readonly<Record<string, string>> = {
  'server/src/commands/check/core-finding.ts': 'another process of the product',
  'server/src/platform/jobs/wakeups.ts': 'the database',
  'server/src/platform/database/prepared-statements.ts': 'the database',
  'server/src/commands/check/database-findings.ts': 'the database',
  'server/src/platform/management/checks.ts': 'the own port',
  'server/src/platform/process/fetch-within.ts': 'the helper of all askers',
}

it('G1 names each file that asks an outside service', () => {
  const asking = files.filter(
    (file) =>
      file.endsWith('.ts') &&
      !/(\.test|testing|\.process)\.ts$/.test(file) &&
      !/\/(testing|sandbox|demo|embedded|kill-rounds|deploy-chain)\//.test(file) &&
      ASKS.test(read(file)) &&
      !(file in OWN),
  )
  expect(asking.length).toBeGreaterThan(6)
  expect(asking.filter((file) => !askedBy.has(file))).toEqual([])
  expect(Object.keys(OWN).filter((file) => !files.includes(file))).toEqual([])
})

it('G1 names each test of wrong answers, and each service has one', () => {
  expect(files.filter((file) => /\/wrong-[\w-]+\.test\.ts$/.test(file) && !tests.has(file))).toEqual([])
  expect(
    rows.filter((row) => linksOf(row.split('|')[2]).length === 0 || !linksOf(row.split('|')[3]).some((file) => file.includes('/wrong-'))),
  ).toEqual([])
  expect([...askedBy, ...tests].filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})
