import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'journeys',
    dir: 'e2e',
    include: ['**/*.e2e.ts'],
    // One product and one browser at a time: two cores.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
})
