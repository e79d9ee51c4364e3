import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'server/src/**/*.test.ts',
      'contract/src/**/*.test.ts',
      'web/src/**/*.test.{ts,tsx}',
      'web/build/*.test.ts',
      'solidity/**/*.test.ts',
      'scripts/*.test.ts',
    ],
    globalSetup: ['server/src/testing/global-setup.ts'],
    pool: 'forks',
    // Two cores are common where this runs, and each file may have its own database.
    maxWorkers: 2,
    // Two processes read the thousand sources, not three hundred: what the product keeps is in what was created, not in its modules.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
