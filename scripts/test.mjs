/**
 * `npm test`: every check and every test, in the order that fails fastest. Runs all of them even when one fails, and ends with the
 * one line that CI reads: `N passed, N failed`. `npm test -- kyc` runs the tests whose path has that word, and no static check.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepare, root } from './prepare.mjs'

const part = process.argv.slice(2)
await prepare({ build: true })

const reports = mkdtempSync(join(tmpdir(), 'tunjo-test-'))
const counts = { passed: 0, failed: 0 }

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
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exit(counts.failed === 0 ? 0 : 1)

async function checksInOrder(checks) {
  for (const [title, command, args] of checks) await check(title, command, args)
}

async function check(title, command, args) {
  const { status, output } = await run(command, args, 'pipe')
  console.log(`\n▸ ${title}\n${output.trimEnd()}`)
  record(status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
}

async function tests(title, config) {
  console.log(`\n▸ ${title}`)
  const report = join(reports, `${title.replaceAll(' ', '-')}.json`)
  const filter = part.length === 0 ? [] : [...part, '--passWithNoTests']
  const reporters = ['--reporter=default', '--reporter=./scripts/retries-reporter.ts', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = await run('vitest', ['run', '--config', config, ...reporters, ...filter], 'inherit')
  const { numPassedTests = 0, numFailedTests = 0 } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  const ranNone = part.length === 0 && numPassedTests + numFailedTests === 0
  // A run that broke outside a test, or ran none, is a failure of its own.
  const brokeOutside = (status !== 0 && numFailedTests === 0) || ranNone
  record({ passed: numPassedTests, failed: numFailedTests + (brokeOutside ? 1 : 0) })
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
