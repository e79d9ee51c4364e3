import { defineConfig } from 'vitest/config'
import { longestFirst } from '../scripts/longest-first.ts'
import { LONGEST_HTTP_FILES } from './longest-files.ts'

/** HTTP suites: calls of the running product without a browser. A file that changes shared state starts its own product. */
export default defineConfig({
  test: {
    name: 'http',
    dir: 'e2e',
    include: ['**/*.http.ts'],
    globalSetup: ['./e2e/http-setup.ts'],
    maxWorkers: 2,
    sequence: { sequencer: longestFirst(LONGEST_HTTP_FILES) },
    testTimeout: 120_000,
    // The default of one second is less than a busy machine may take for one answer.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 180_000,
    // No retry: a dependent test would begin on what its first attempt left. A file that failed runs again whole (scripts/suites.mjs).
  },
})
