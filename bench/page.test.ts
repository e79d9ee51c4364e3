import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { BENCHES } from './catalogue.ts'
import { benchmarksPage } from './page.ts'
import { type BenchResults, joinRuns, medianOf, readResults } from './results.ts'

const here = (path: string): URL => new URL(path, import.meta.url)
const results: BenchResults = {
  ...{ bench: 'quotes', commit: '0123abcd', date: '2026-11-30', loadBefore: 0.25 },
  machine: { processor: 'EPYC', cores: 2, memoryGiB: 24, system: 'linux x64', node: '20.19.0' },
  figures: [
    { name: 'ratio', unit: '×', atLeast: 100, values: [65.24, 71, 60] },
    { name: 'p99', unit: 'ms', atMost: 5, values: [0.7012, 0.9, 0.5] },
    { name: 'transfers', unit: '/s', values: [12_345.6, 1, 99_999] },
  ],
}

it('docs/benchmarks.md is what the results say: run `npm run bench`, or write it from them', () => {
  expect(readFileSync(here('../docs/benchmarks.md'), 'utf8')).toBe(benchmarksPage(readResults))
})

it('every bench of the catalogue is a program, and every kept result belongs to one', () => {
  for (const { name } of BENCHES) expect(existsSync(here(`./${name}.ts`)), name).toBe(true)
  const kept = readdirSync(here('./results'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace('.json', ''))
  expect(kept.filter((name) => !BENCHES.some((bench) => bench.name === name))).toEqual([])
})

it('every program of this folder that records figures is in the catalogue, or part of one that is', () => {
  const programs = readdirSync(here('.')).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const started = programs.filter((file) => /^ \* {3}npx tsx bench\//m.test(readFileSync(here(`./${file}`), 'utf8')))
  expect(started.map((file) => file.replace('.ts', '')).toSorted()).toEqual(BENCHES.map(({ name }) => name).toSorted())
})

it('shows medians with their range, and what missed its goal in bold', () => {
  const page = benchmarksPage((bench) => (bench === 'quotes' ? results : null))
  expect(page).toContain(
    '2026-11-30, commit `0123abcd`, median of 3 runs; 2 cores of EPYC, 24 GiB, linux x64, Node 20.19.0;\nload average before it 0.3.',
  )
  expect(page).toContain('| ratio | ≥ 100 × | **65.2 ×** | 60 × to 71 × |')
  expect(page).toContain('| p99 | ≤ 5 ms | 0.701 ms | 0.5 ms to 0.9 ms |')
  expect(page).toContain('| transfers | – | 12,346/s | 1/s to 99,999/s |')
})

it('joins runs by name, and refuses runs that measured different things', () => {
  const run = (...values: number[]) => values.map((value, place) => ({ name: `figure ${place}`, unit: 'ms', value }))
  expect(joinRuns([run(1, 2), run(3, 4)]).map(({ values }) => values)).toEqual([[1, 3], [2, 4]]) // biome-ignore format: one table
  expect(() => joinRuns([run(1, 2), run(3)])).toThrow('figure 0')
  expect(() => joinRuns([[...run(1), ...run(1)]])).toThrow('there 2 times')
})

it.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2],
  [[5], 5],
])('the median of %j is %d', (values, median) => {
  expect(medianOf(values)).toBe(median)
})
