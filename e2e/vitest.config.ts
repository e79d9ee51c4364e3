import { defineConfig } from 'vitest/config'
import { longestFirst } from '../scripts/longest-first.ts'
import { LONGEST_FILES } from './longest-files.ts'

export default defineConfig({
  test: {
    name: 'journeys',
    dir: 'e2e',
    include: ['**/*.e2e.ts'],
    globalSetup: ['./e2e/global-setup.ts'],
    setupFiles: ['./e2e/open-pages.ts'],
    // Two lanes on two cores: each has its own product and browser. A third one made a slow machine slower, since an idle product takes 8 %
    // of a core.
    maxWorkers: 2,
    sequence: { sequencer: longestFirst(LONGEST_FILES) },
    testTimeout: 120_000,
    // The default of one second is less than a busy machine may take for one answer.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 180_000,
    // No retry: a dependent test would begin on what its first attempt left. A file that failed runs again whole (scripts/suites.mjs).
  },
})
