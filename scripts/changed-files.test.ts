import { expect, it } from 'vitest'
// @ts-expect-error: plain JavaScript, since it runs before packages are installed
import { productTestsReachedBy } from './changed-files.mjs'

it.each([
  [['server/src/domains/customers/kyc/index.ts'], 'all'],
  [['docs/MAP.md', 'web/src/router.tsx'], 'all'],
  [['server/src/domains/customers/kyc/crash.test.ts', 'server/src/domains/customers/kyc/testing.ts'], 'all'],
  [['server/src/domains/customers/kyc/crash.test.ts', 'server/src/domains/customers/kyc/process.testing.ts'], 'importing'],
  [['e2e/menus.e2e.ts', 'README.md'], 'importing'],
  [['e2e/calls.http.ts'], 'importing'],
  [[], 'importing'],
])('a change of %s reaches HTTP suites and journeys: %s', (files, expected) => {
  expect(productTestsReachedBy(files)).toBe(expected)
})
