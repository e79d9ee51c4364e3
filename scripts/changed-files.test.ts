import { expect, it } from 'vitest'
// @ts-expect-error: plain JavaScript, since it runs before packages are installed
import { journeysReachedBy } from './changed-files.mjs'

it.each([
  [['server/src/modules/kyc/index.ts'], 'all'],
  [['docs/MAP.md', 'web/src/router.tsx'], 'all'],
  [['server/src/modules/kyc/crash.test.ts', 'server/src/modules/kyc/testing.ts'], 'all'],
  [['server/src/modules/kyc/crash.test.ts', 'server/src/modules/kyc/process.testing.ts'], 'importing'],
  [['e2e/menus.e2e.ts', 'README.md'], 'importing'],
  [[], 'importing'],
])('a change of %s reaches journeys: %s', (files, expected) => {
  expect(journeysReachedBy(files)).toBe(expected)
})
