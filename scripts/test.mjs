/**
 * `npm test`: every check and every test, in the order that fails fastest. Runs all of them even when one fails, and ends with the
 * one line that CI reads: `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepare, root } from './prepare.mjs'

await prepare({ build: true })

const reports = mkdtempSync(join(tmpdir(), 'tunjo-test-'))
const counts = { passed: 0, failed: 0 }

check('format and lint', 'biome', ['ci', '--error-on-warnings', ...(process.stdout.isTTY ? [] : ['--colors=off']), '.'])
check('types of the server', 'tsc', ['-p', 'tsconfig.json'])
check('types of the browser application', 'tsc', ['-p', 'web/tsconfig.json'])
check('module arrows', 'depcruise', ['--config', '.dependency-cruiser.mjs', 'contract', 'server', 'web/src', 'solidity'])
check('unused files, exports and packages', 'knip', [])
tests('unit and module tests', 'vitest.config.ts')
tests('browser journeys', 'e2e/vitest.config.ts')

rmSync(reports, { recursive: true, force: true })
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exit(counts.failed === 0 ? 0 : 1)

function check(title, command, args) {
  console.log(`\n▸ ${title}`)
  record(run(command, args) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })
}

function tests(title, config) {
  console.log(`\n▸ ${title}`)
  const report = join(reports, `${title.replaceAll(' ', '-')}.json`)
  const status = run('vitest', ['run', '--config', config, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`])
  const { numPassedTests = 0, numFailedTests = 0 } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {}
  // A run that broke outside a test, or ran none, is a failure of its own.
  const brokeOutside = (status !== 0 && numFailedTests === 0) || numPassedTests + numFailedTests === 0
  record({ passed: numPassedTests, failed: numFailedTests + (brokeOutside ? 1 : 0) })
}

function record({ passed, failed }) {
  counts.passed += passed
  counts.failed += failed
}

function run(command, args) {
  const bin = join(root, 'node_modules', '.bin', command)
  const env = process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' }
  return spawnSync(bin, args, { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' }).status
}
