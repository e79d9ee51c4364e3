/**
 * `npm test`: every check and every test, in the order that fails fastest. Runs all of them even when one fails, and ends with the
 * one line that CI reads: `N passed, N failed`. `npm test -- kyc` runs the tests whose path has that word, and no static check.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { prepare, root } from './prepare.mjs'

const part = process.argv.slice(2)
await prepare({ build: true })

const reports = mkdtempSync(join(tmpdir(), 'tunjo-test-'))
const counts = { passed: 0, failed: 0 }
/** A line for each failed test, told once more at the end: the end of a long output is what is kept and read. */
const failures = []
/** Where the time went, told there too: whoever makes the run longer sees it. */
const slowest = []
const SLOWEST_OF_EACH = 8

if (part.length === 0) {
  // Two at a time: what is slow (types) beside what is fast.
  await Promise.all([
    check('types of the server', 'tsc', ['-p', 'tsconfig.json']),
    checksInOrder([
      ['format and lint', 'biome', ['ci', '--error-on-warnings', ...(process.stdout.isTTY ? [] : ['--colors=off']), '.']],
      ['types of the browser application', 'tsc', ['-p', 'web/tsconfig.json']],
      ['module arrows', 'depcruise', ['--config', '.dependency-cruiser.mjs', 'contract', 'server', 'web/src', 'solidity']],
      ['unused files, exports and packages', 'knip', []],
    ]),
  ])
}
await tests('unit and module tests', 'vitest.config.ts')
await tests('browser journeys', 'e2e/vitest.config.ts')

rmSync(reports, { recursive: true, force: true })
if (slowest.length > 0) console.log(`\nSlowest files:\n${slowest.join('\n')}`)
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exit(counts.failed === 0 ? 0 : 1)

async function checksInOrder(checks) {
  for (const [title, command, args] of checks) await check(title, command, args)
}

async function check(title, command, args) {
  const { status, output } = await run(command, args, 'pipe')
  console.log(`\n▸ ${title}\n${output.trimEnd()}`)
  if (status !== 0) failures.push(`  ${title}`)
  record(status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
}

async function tests(title, config) {
  console.log(`\n▸ ${title}`)
  const report = join(reports, `${title.replaceAll(' ', '-')}.json`)
  const filter = part.length === 0 ? [] : [...part, '--passWithNoTests']
  const reporters = ['--reporter=default', '--reporter=./scripts/retries-reporter.ts', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = await run('vitest', ['run', '--config', config, ...reporters, ...filter], 'inherit')
  const { numPassedTests = 0, testResults = [] } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  const failed = testResults.flatMap(failedIn)
  const ranNone = part.length === 0 && numPassedTests + failed.length === 0
  // A run that broke outside every test file, or ran none, is a failure of its own.
  if ((status !== 0 && failed.length === 0) || ranNone) failed.push(`  ${title}: did not run to its end`)
  failures.push(...failed)
  slowest.push(...slowestOf(testResults))
  record({ passed: numPassedTests, failed: failed.length })
}

/** `seconds file`, of the files that took longest. */
function slowestOf(files) {
  return files
    .map(({ name, startTime, endTime }) => ({ name: relative(root, name), seconds: Math.round((endTime - startTime) / 1_000) }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST_OF_EACH)
    .map(({ name, seconds }) => `  ${String(seconds).padStart(5)} s  ${name}`)
}

/** `file: test: first line of what went wrong`; a file that broke outside its tests has no test of its own. */
function failedIn({ name, status, message, assertionResults }) {
  const line = (test, said) => `  ${[relative(root, name), test, said.trim().split('\n')[0]?.slice(0, 200)].filter(Boolean).join(': ')}`
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [line('', message)]
  return failed.map(({ fullName, failureMessages }) => line(fullName, failureMessages[0] ?? ''))
}

function record({ passed, failed }) {
  counts.passed += passed
  counts.failed += failed
}

/** `pipe` keeps what it says until it is done, for checks that run beside others. */
function run(command, args, output) {
  const bin = join(root, 'node_modules', '.bin', command)
  const env = process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' }
  const child = spawn(bin, args, { cwd: root, env, stdio: ['ignore', output, output], shell: process.platform === 'win32' })
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => said.push(bytes))
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (status) => done({ status, output: Buffer.concat(said).toString() }))
  })
}
