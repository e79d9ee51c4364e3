import { defineConfig } from 'vitest/config'
import { longestFirst } from '../scripts/longest-first.ts'
import { LONGEST_FILES } from './longest-files.ts'

export default defineConfig({
  test: {
    name: 'journeys',
    dir: 'e2e',
    include: ['**/*.e2e.ts'],
    globalSetup: ['./e2e/global-setup.ts'],
    setupFiles: ['./e2e/shown-pages.ts'],
    // Three lanes on two cores, since each waits for its browser or its product much of the time.
    maxWorkers: 3,
    sequence: { sequencer: longestFirst(LONGEST_FILES) },
    testTimeout: 120_000,
    // One second, unless told: less than a busy machine may take for one answer.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 180_000,
    // No retry: a test of a story would begin on what its first attempt left. A file that failed runs again whole (scripts/suites.mjs).
  },
})
