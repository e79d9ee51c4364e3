/** Flaky tests: a retry may save a run, and is never silent. Prints which tests needed one, and what had gone wrong. */
import type { Reporter, TestCase } from 'vitest/node'

export default class RetriesReporter implements Reporter {
  private readonly retried: string[] = []

  onTestCaseResult(test: TestCase): void {
    const retries = test.diagnostic()?.retryCount ?? 0
    if (retries === 0) return
    const { state, errors = [] } = test.result()
    const said = errors.map(({ message }) => `\n    ${told(message)}`)
    this.retried.push(`${test.module.relativeModuleId}: ${test.fullName} (${retries}, then ${state})${said.join('')}`)
  }

  onTestRunEnd(): void {
    console.log(`\nRetries needed: ${this.retried.length}`)
    for (const test of this.retried) console.log(`  ${test}`)
  }
}

/** Its first lines, and the pages that were shown (e2e/shown-pages.ts). */
function told(message: string): string {
  const lines = message.split('\n')
  return [lines.slice(0, 3).join(' '), ...lines.slice(3).filter((line) => line.startsWith('shown at '))].join('\n      ')
}
