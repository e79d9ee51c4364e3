/**
 * `npm test`: every check and every test, in the order that fails fastest. Runs all of them even when one fails, and ends with the one line
 * that CI reads: `N passed, N failed`. `npm test -- kyc` runs the tests whose path has that word, and no static check.
 * `npm test -- --changed [commit]` runs what a change since that commit (HEAD, unless given) can reach, and the static checks.
 */
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changedFiles, productTestsReachedBy } from './changed-files.mjs'
import { prepare, root } from './prepare.mjs'
import { describeFailure, runSuites, writeUnstable } from './suites.mjs'

const units = { title: 'unit and module tests', config: 'vitest.config.ts' }
const httpSuites = { title: 'HTTP suites', config: 'e2e/http.config.ts' }
const browserJourneys = { title: 'browser journeys', config: 'e2e/vitest.config.ts' }
const SUITES = [units, httpSuites, browserJourneys]
const SLOWEST_FILES = 10

const isByChange = process.argv[2] === '--changed'
const changedSince = process.argv[3] ?? 'HEAD'
const filter = isByChange ? [] : process.argv.slice(2)
// As in run-seed.ts. Chosen here, so that the end of the output, which is kept and read, can name it.
process.env.TEST_SEED ||= String(randomInt(2 ** 31 - 1))
console.log(`Seed: ${process.env.TEST_SEED} (TEST_SEED=${process.env.TEST_SEED} repeats it)`)
await prepare({ build: true })

const checks = { passed: 0, failures: [] }
/** Version 7 checks in half the processor time of version 6, which other tools need for its API. Both install a program `tsc`. */
const TYPES = '../typescript-7/bin/tsc'
if (filter.length === 0) {
  // Two at a time: the slow type check of the server concurrently with the fast ones.
  await Promise.all([
    check('types of the server', TYPES, ['-p', 'tsconfig.json']),
    checksInOrder([
      ['format and lint', 'biome', ['ci', '--error-on-warnings', ...(process.stdout.isTTY ? [] : ['--colors=off']), '.']],
      ['types of the browser application', TYPES, ['-p', 'web/tsconfig.json']],
      ['module arrows', 'depcruise', ['--config', '.dependency-cruiser.mjs', 'contract', 'server', 'dev', 'web/src', 'solidity']],
      ['unused files, exports and packages', 'knip', []],
    ]),
  ])
}
const reports = mkdtempSync(join(tmpdir(), 'tunjo-test-'))
// One template of a product's data for all suites (e2e/product-template.ts). Other users may enter it, since as root its database runs as
// another user.
chmodSync(reports, 0o711)
process.env.PRODUCT_TEMPLATE = join(reports, 'product')
const { passed, failures, unstable, slowest } = await runSuites({ root, reports, suites: suitesToRun(), filter })
rmSync(reports, { recursive: true, force: true })
writeUnstable(join(root, '.ci', 'unstable.json'), unstable)

const allFailures = [...checks.failures, ...failures]
const slowLines = slowest.slice(0, SLOWEST_FILES).map(({ seconds, file }) => `${String(seconds).padStart(5)} s  ${file}`)
section('Slowest files', slowLines)
section(
  'Green only when run again alone',
  unstable.map((failure) => `unstable: ${describeFailure(failure)}`),
)
section(`Failed (TEST_SEED=${process.env.TEST_SEED} draws the same again)`, allFailures.map(describeFailure))
console.log(`\n${checks.passed + passed} passed, ${allFailures.length} failed`)
process.exit(allFailures.length === 0 ? 0 : 1)

function suitesToRun() {
  if (!isByChange) return SUITES
  const importing = ['--changed', changedSince]
  const ofProduct = productTestsReachedBy(changedFiles(root, changedSince)) === 'all' ? [] : importing
  return [
    { ...units, more: importing },
    { ...httpSuites, more: ofProduct },
    { ...browserJourneys, more: ofProduct },
  ]
}

function section(title, lines) {
  if (lines.length > 0) console.log(`\n${title}:\n${lines.map((line) => `  ${line}`).join('\n')}`)
}

async function checksInOrder(list) {
  for (const [title, command, args] of list) await check(title, command, args)
}

async function check(title, command, args) {
  const { status, output } = await run(command, args)
  console.log(`\n▸ ${title}\n${output.trimEnd()}`)
  if (status === 0) checks.passed++
  else checks.failures.push({ file: title, test: '', error: '' })
}

/** Keeps the output until the end, since checks run concurrently. */
function run(command, args) {
  const bin = join(root, 'node_modules', '.bin', command)
  const env = process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' }
  const child = spawn(bin, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' })
  const parts = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => parts.push(bytes))
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (status) => done({ status, output: Buffer.concat(parts).toString() }))
  })
}
