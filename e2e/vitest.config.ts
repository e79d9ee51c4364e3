import { defineConfig } from 'vitest/config'
import LongestFirst from './longest-first.ts'

export default defineConfig({
  test: {
    name: 'journeys',
    dir: 'e2e',
    include: ['**/*.e2e.ts'],
    globalSetup: ['./e2e/global-setup.ts'],
    setupFiles: ['./e2e/shown-pages.ts'],
    // Two lanes on two cores: each has a product and a browser of its own.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    // One second, unless told: less than a busy machine may take for one answer.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 180_000,
    // A busy machine may miss a moment that a journey waits for; what is broken fails twice.
    retry: 1,
  },
})
