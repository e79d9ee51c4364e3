import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'journeys',
    dir: 'e2e',
    include: ['**/*.e2e.ts'],
    // One product and one browser at a time: two cores.
    fileParallelism: false,
    testTimeout: 120_000,
    // One second, unless told: less than a busy machine may take for one answer.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 180_000,
    // A busy machine may miss a moment that a journey waits for; what is broken fails twice.
    retry: 1,
  },
})
