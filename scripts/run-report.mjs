/** Vitest reporter that writes what `npm test` decides on, as JSON into the file that the environment variable RUN_REPORT names. */
import { writeFileSync } from 'node:fs'

export default class RunReport {
  onTestRunEnd(modules, unhandledErrors) {
    const files = modules.map(readModule)
    const errors = unhandledErrors.map(({ message = '' }) => firstLineOf(message))
    writeFileSync(process.env.RUN_REPORT, JSON.stringify({ files, errors }))
  }
}

/** The result of one file, in the shape of `FileResult` of suites.mjs. */
function readModule(module) {
  const file = module.relativeModuleId
  const tests = [...module.children.allTests()]
  const failed = tests.filter((test) => test.result().state === 'failed')
  const failures = failed.map((test) => ({ file, test: test.fullName, error: firstError(test.result().errors) }))
  // A file that broke outside of its tests, such as in a hook or an import.
  const outside = [module, ...module.children.allSuites()].flatMap((part) => part.errors())
  if (failures.length === 0 && !module.ok()) failures.push({ file, test: '', error: firstError(outside) })
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  const seconds = Math.round((collectDuration + setupDuration + duration) / 1_000)
  return { file, passed: tests.filter((test) => test.result().state === 'passed').length, seconds, failures }
}

const firstError = (errors = []) => firstLineOf(errors[0]?.message ?? '')

const MESSAGE_LENGTH = 200
const firstLineOf = (message) => message.trim().split('\n')[0].slice(0, MESSAGE_LENGTH)
