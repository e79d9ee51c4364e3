/**
 * Vitest suites and their verdict in two steps. A file that failed runs once more at the end, whole and alone, on fresh data: red twice is red;
 * green the second time counts, and is reported as unstable. More than three unstable files make a run red, whatever their second result is.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAX_UNSTABLE_FILES = 3
/** A run with more failed files than this is broken, not unstable: a second attempt at all of them would only take long. */
const MAX_RERUNS = 2 * MAX_UNSTABLE_FILES

/**
 * @typedef {{ file: string, test: string, error: string }} Failure `file` is relative to the root; `error` is the first line of its message
 * @typedef {{ file: string, passed: number, seconds: number, failures: Failure[] }} FileResult
 * @typedef {{ title: string, config: string, more?: string[] }} Suite `more` are arguments for vitest
 * @typedef {{ passed: number, failures: Failure[], unstable: Failure[], slowest: FileResult[] }} Verdict
 */

/**
 * Run every suite, run failed files again, and decide.
 * @param {{ root: string, reports: string, suites: Suite[], filter?: string[], maxUnstable?: number, isQuiet?: boolean }} options
 * `reports` is an empty folder; `filter` are words of file paths. Only with them, or with arguments of its own, may a suite have no file.
 * `isQuiet` for tests of this function, whose failures are no failures of the run.
 * @returns {Promise<Verdict>}
 */
export async function runSuites({ root, reports, suites, filter = [], maxUnstable = MAX_UNSTABLE_FILES, isQuiet = false }) {
  const say = (line) => isQuiet || console.log(line)
  const vitest = (config, report, more) => runVitest({ root, config, report, more, stdio: isQuiet ? 'ignore' : 'inherit' })
  /** @type {{ suite: Suite, result: FileResult }[]} */
  const ran = []
  /** @type {Failure[]} */
  const broken = []
  for (const suite of suites) {
    say(`\n▸ ${suite.title}`)
    const report = join(reports, `${suite.title.replaceAll(' ', '-')}.json`)
    const chosen = [...(suite.more ?? []), ...filter]
    const more = [...chosen, ...(chosen.length > 0 ? ['--passWithNoTests'] : [])]
    const { status, files, errors } = await vitest(suite.config, report, more)
    ran.push(...files.map((result) => ({ suite, result })))
    // An error outside of every file cannot be repeated, so no second run takes it back.
    const outside = [...errors, ...(status !== 0 && errors.length === 0 && files.every(isGreen) ? ['ended with an error'] : [])]
    broken.push(...outside.map((error) => ({ file: suite.title, test: '', error })))
  }
  const unstable = await runAgain(ran, ({ suite, result: { file } }, index) => {
    say(`\n▸ once more, alone: ${file}`)
    return vitest(suite.config, join(reports, `again-${index}.json`), [file])
  })
  const failures = [...broken, ...ran.flatMap(({ result }) => result.failures)]
  if (unstable.length > maxUnstable)
    failures.push({ file: `${unstable.length} unstable files`, test: '', error: `at most ${maxUnstable} are accepted in one run` })
  const slowest = ran.map(({ result }) => result).toSorted((one, other) => other.seconds - one.seconds)
  return { passed: slowest.reduce((sum, { passed }) => sum + passed, 0), failures, unstable, slowest }
}

/** Run failed files once more, each alone; a green result replaces the first one. Returns the first failure of each file that was green then. */
async function runAgain(ran, run) {
  const failed = ran.filter(({ result }) => !isGreen(result))
  const unstable = []
  for (const [index, each] of failed.slice(0, MAX_RERUNS).entries()) {
    const { file, seconds, failures } = each.result
    const { status, files } = await run(each, index)
    const again = files.find((other) => other.file === file)
    if (status !== 0 || !again || !isGreen(again)) continue
    each.result = { ...again, seconds }
    unstable.push(failures[0])
  }
  return unstable
}

/** @param {FileResult} result */
const isGreen = ({ failures }) => failures.length === 0

/** Write the unstable tests of a run for tools and people that compare runs. */
export function writeUnstable(path, unstable) {
  writeFileSync(path, `${JSON.stringify(unstable, null, 2)}\n`)
}

/** One line for the end of a log. @param {Failure} failure */
export const describeFailure = ({ file, test, error }) => [file, test, error].filter(Boolean).join(': ')

const REPORTER = fileURLToPath(new URL('run-report.mjs', import.meta.url))

/** @returns {Promise<{ status: number | null, files: FileResult[], errors: string[] }>} `errors` happened outside of every file */
async function runVitest({ root, config, report, more, stdio }) {
  const colors = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: '0' }
  const bin = join(root, 'node_modules', '.bin', 'vitest')
  const child = spawn(bin, ['run', '--config', config, '--reporter=default', `--reporter=${REPORTER}`, ...more], {
    cwd: root,
    env: { ...process.env, ...colors, RUN_REPORT: report },
    stdio: ['ignore', stdio, stdio],
    shell: process.platform === 'win32',
  })
  const status = await new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', done)
  })
  if (!existsSync(report)) return { status, files: [], errors: ['did not run to its end'] }
  return { status, ...JSON.parse(readFileSync(report, 'utf8')) }
}
