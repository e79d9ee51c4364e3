/**
 * Requirement traceability: fills the last two columns of the tables of docs/requirements.md and docs/security.md, "done in" and
 * "tested in", with the files that cite an id. The other columns are maintained manually.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './calls.ts'

export const REFERENCE_PAGES = ['docs/requirements.md', 'docs/security.md'].map((file) => join(ROOT, file))
const SHOWN = 3
const AREAS = 'SHELL|ID|KYC|ADM|BANK|MON|EX|PUB|API|SEC'
const TEST = /\.(test|e2e|http)\.tsx?$/
const ROW = new RegExp(`^\\| ((?:${AREAS})-\\d\\d|R\\d{1,2}) \\|`)
/** An id, or a range of them as in KYC-10…KYC-13. */
const CITED = new RegExp(`\\b(${AREAS})-(\\d\\d)(?:…(?:\\1-)?(\\d\\d))?\\b|\\bR(\\d{1,2})(?:…R?(\\d{1,2}))?\\b`, 'g')

interface Source {
  readonly file: string
  readonly text: string
}

/** Files of the product that may cite an id, without the pages themselves and data. */
export function citingSources(): Source[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.sql', '*.mjs', '*.css', '*.sol'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  )
  const files = listed.split('\n').filter((file) => file && !file.startsWith('web/build/map/') && !/generated/.test(file))
  return files.flatMap((file) => {
    try {
      return [{ file, text: readFileSync(join(ROOT, file), 'utf8') }]
    } catch {
      return [] // deleted, and not committed yet
    }
  })
}

/** Ids cited by a text, ranges expanded. */
export function citedIds(text: string): string[] {
  return [...text.matchAll(CITED)].flatMap(([, area, first, last, requirement, end]) =>
    area
      ? span(Number(first), Number(last ?? first)).map((n) => `${area}-${String(n).padStart(2, '0')}`)
      : span(Number(requirement), Number(end ?? requirement)).map((n) => `R${n}`),
  )
}

const span = (first: number, last: number): number[] => Array.from({ length: Math.max(last - first + 1, 1) }, (_, index) => first + index)

/** Ids with a row in one of the pages. */
export const documentedIds = (pages: readonly string[]): Set<string> =>
  new Set(pages.flatMap((page) => page.split('\n').flatMap((line) => ROW.exec(line)?.[1] ?? [])))

/** Ids whose row names a test. */
export const testedIds = (pages: readonly string[]): Set<string> =>
  new Set(
    pages
      .flatMap((page) => page.split('\n'))
      .filter((line) => ROW.test(line))
      .map(cellsOf)
      .flatMap((cells) => (cells.at(-1) ? [cells[0] ?? ''] : [])),
  )

export function fillReferences(page: string, sources: readonly Source[]): string {
  const files = filesById(sources)
  return page
    .split('\n')
    .map((line) => {
      const id = ROW.exec(line)?.[1]
      return id ? withReferences(line, files.get(id) ?? []) : line
    })
    .join('\n')
}

interface SecurityRow {
  readonly id: string
  readonly reason: string
  readonly doneIn: string
  readonly testedIn: string
}

/** Rows of docs/security.md: id, requirement, measure (for a weakness), reason, done in, tested in. */
export const securityRows = (page: string): SecurityRow[] =>
  page
    .split('\n')
    .filter((line) => ROW.test(line))
    .map((line) => {
      const cells = cellsOf(line)
      const [reason = '', doneIn = '', testedIn = ''] = cells.slice(-3)
      return { id: cells[0] ?? '', reason, doneIn, testedIn }
    })

/** Ids in the titles of tests: inside quotes, outside of comments. */
export const namedByTests = (sources: readonly Source[]): Set<string> =>
  new Set(
    sources
      .filter(({ file }) => TEST.test(file))
      .flatMap(({ text }) => text.split('\n'))
      .filter((line) => !/^\s*(\/?\*|\/\/)/.test(line))
      .flatMap((line) => [...line.matchAll(/(['"`])(.*?)\1/g)].flatMap(([, , quoted = '']) => citedIds(quoted))),
  )

const cellsOf = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())

function filesById(sources: readonly Source[]): Map<string, string[]> {
  const files = new Map<string, string[]>()
  for (const { file, text } of sources) for (const id of new Set(citedIds(text))) files.set(id, [...(files.get(id) ?? []), file])
  return files
}

function withReferences(line: string, files: readonly string[]): string {
  const byHand = cellsOf(line).slice(0, -2)
  const cellsNow = [...byHand, links(files.filter((file) => !isTest(file))), links(files.filter((file) => TEST.test(file)))]
  return `| ${cellsNow.join(' | ')} |`
}

const isTest = (file: string): boolean => TEST.test(file) || file.startsWith('e2e/') || file.startsWith('bench/') || /testing/.test(file)

function links(files: readonly string[]): string {
  const shown = [...files].sort().slice(0, SHOWN)
  const more = files.length > SHOWN ? ` +${files.length - SHOWN}` : ''
  return shown.map((file) => `[${file.split('/').at(-1)}](../${file})`).join(', ') + more
}
