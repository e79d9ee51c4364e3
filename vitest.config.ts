import { configDefaults, defineConfig } from 'vitest/config'
import { LONGEST_FILES } from './dev/testing/longest-files.ts'
import { longestFirst } from './scripts/longest-first.ts'
import { chooseRunSeed } from './scripts/run-seed.ts'

/**
 * Tests that compare schemas by identity. In a shared process a module can be evaluated a second time, and then the routes of the test hold
 * other schema objects than those that the document names.
 */
const NEEDS_OWN_PROCESS = ['server/src/platform/http/document/document.test.ts']

export default defineConfig({
  test: {
    pool: 'forks',
    // Two cores are common where this runs. A quarter of a file's time is waiting for blocks, killed processes and databases, so that two
    // processes leave part of both cores unused.
    maxWorkers: 3,
    // Files of the project `server` share processes: their order must not depend on the clone.
    sequence: { sequencer: longestFirst(LONGEST_FILES) },
    // A test that kills processes and waits for the chain takes long on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The default of one second is less than a busy machine may need for one answer.
    provide: { testSeed: chooseRunSeed() },
    setupFiles: ['dev/testing/seed-setup.ts'],
    reporters: ['default', './scripts/seed-reporter.ts'],
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: [
            'server/src/**/*.test.ts',
            'server/build/*.test.ts',
            'server/tests/*.test.ts',
            'dev/**/*.test.ts',
            'deploy/**/*.test.ts',
            'bench/**/*.test.ts',
            'contract/src/**/*.test.ts',
            'web/build/*.test.ts',
            'solidity/**/*.test.ts',
            'scripts/*.test.ts',
          ],
          // Rounds of kill -9 take minutes, and longer on a busy machine: `npm run endurance`.
          exclude: [
            ...configDefaults.exclude,
            ...(process.env.ENDURANCE ? [] : ['dev/kill-rounds/{chain,payments}.test.ts']),
            ...NEEDS_OWN_PROCESS,
          ],
          globalSetup: ['dev/testing/global-setup.ts'],
          // Three processes load the thousand sources, not three hundred: state is in created objects, not in modules.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'own process', include: NEEDS_OWN_PROCESS, globalSetup: ['dev/testing/global-setup.ts'] },
      },
      {
        extends: true,
        // The globals of a browser are simulated there, and restored file by file.
        test: { name: 'web', include: ['web/src/**/*.test.{ts,tsx}'], isolate: false },
      },
    ],
  },
})
