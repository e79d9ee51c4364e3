/**
 * `npm run bench [-- names … --runs N [-- arguments of the bench]]`: runs benches one after the other, keeps their figures with machine, load and commit in
 * `bench/results`, and writes docs/benchmarks.md. Without names: all but those that need files of their own or an hour.
 * Ends with status 1 when a bench failed or a figure missed its goal.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { arch, cpus, loadavg, platform, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { BENCHES, type Bench } from './catalogue.ts'
import { FIGURES_FILE, type Figure, MISSED_GOAL, meetsGoal } from './figures.ts'
import { benchmarksPage } from './page.ts'
import { type BenchResults, joinRuns, medianOf, readResults, writeResults } from './results.ts'

const QUIET_LOAD = 0.7
const REST_MAX_MS = 180_000
const GIBIBYTE = 2 ** 30
const root = fileURLToPath(new URL('..', import.meta.url))

const { values, tokens } = parseArgs({ allowPositionals: true, tokens: true, options: { runs: { type: 'string', default: '1' } } })
const runs = Number(values.runs)
const end = tokens.find(({ kind }) => kind === 'option-terminator')?.index ?? process.argv.length
const names = tokens.flatMap((token) => (token.kind === 'positional' && token.index < end ? [token.value] : []))
const passedOn = process.argv.slice(end + 3)
const unknown = names.filter((name) => !BENCHES.some((bench) => bench.name === name))
if (unknown.length > 0 || !Number.isInteger(runs) || runs < 1) {
  console.error(
    `Usage: npm run bench [-- names … --runs N [-- arguments of the bench]]. Names: ${BENCHES.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(2)
}
for (const bench of BENCHES.filter(({ name, onlyByName }) => (names.length > 0 ? names.includes(name) : !onlyByName))) await measure(bench)
writeFileSync(join(root, 'docs/benchmarks.md'), benchmarksPage(readResults))

async function measure({ name, arguments: args = [] }: Bench): Promise<void> {
  const loadBefore = await loadAtRest()
  if (loadBefore > QUIET_LOAD) console.log(`\nOther work is running (load average ${loadBefore.toFixed(1)}): seconds will be too high.`)
  const measured: Figure[][] = []
  for (let run = 1; run <= runs; run++) {
    console.log(`\n▸ ${name}, run ${run} of ${runs}`)
    const figures = await runOnce(name, [...args, ...passedOn])
    if (figures === null) return
    measured.push(figures)
  }
  const figures = joinRuns(measured)
  if (figures.some((figure) => !meetsGoal({ ...figure, value: medianOf(figure.values) }))) process.exitCode = 1
  const result: BenchResults = {
    bench: name,
    commit: commit(),
    date: new Date().toISOString().slice(0, 10),
    machine: machine(),
    loadBefore,
    figures,
  }
  writeResults(result)
}

/** Load average once the bench before has faded from it, or after three minutes. */
async function loadAtRest(): Promise<number> {
  const deadline = performance.now() + REST_MAX_MS
  const load = () => loadavg()[0] ?? 0
  while (load() > QUIET_LOAD && performance.now() < deadline) await delay(1_000)
  return load()
}

/** Null when the bench failed. Its earlier results stay then. */
async function runOnce(name: string, args: readonly string[]): Promise<Figure[] | null> {
  const folder = mkdtempSync(join(tmpdir(), 'tunjo-figures-'))
  const file = join(folder, 'figures')
  writeFileSync(file, '')
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'bench', `${name}.ts`), ...args], {
    ...{ cwd: root, stdio: 'inherit' },
    env: { ...process.env, [FIGURES_FILE]: file },
  })
  const [status] = await once(child, 'exit')
  const figures: Figure[] = readFileSync(file, 'utf8').trim().split('\n').filter(Boolean).map((line) => JSON.parse(line)) // biome-ignore format: one chain
  rmSync(folder, { recursive: true })
  if (figures.length > 0 && (status === 0 || status === MISSED_GOAL)) return figures
  console.error(`${name} failed (status ${status}, ${figures.length} figures); its earlier results stay.`)
  process.exitCode = 1
  return null
}

function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--', '.', ':!bench/results', ':!docs/benchmarks.md')
  return `${git('rev-parse', '--short=8', 'HEAD')}${changed === '' ? '' : '+'}`
}

function machine(): BenchResults['machine'] {
  const [first] = cpus()
  return {
    processor: first?.model.trim() || arch(),
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / GIBIBYTE),
    system: `${platform()} ${arch()}`,
    node: process.versions.node,
  }
}
