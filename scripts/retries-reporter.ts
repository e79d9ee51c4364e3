/** Flaky tests: a retry may save a run, and is never silent. Prints which tests needed one. */
import type { Reporter, TestCase } from 'vitest/node'

export default class RetriesReporter implements Reporter {
  private readonly retried: string[] = []

  onTestCaseResult(test: TestCase): void {
    const retries = test.diagnostic()?.retryCount ?? 0
    if (retries > 0) this.retried.push(`${test.module.relativeModuleId}: ${test.fullName} (${retries}, then ${test.result().state})`)
  }

  onTestRunEnd(): void {
    console.log(`\nRetries needed: ${this.retried.length}`)
    for (const test of this.retried) console.log(`  ${test}`)
  }
}
