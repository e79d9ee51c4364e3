import { expect, it } from 'vitest'
import { comparisonPath, readPolicyAddress, versionPath } from './policy-paths.ts'

it('SHELL-03 an old version and a comparison have separate addresses', () => {
  const search = (path: string) => Object.fromEntries(new URL(path, 'http://localhost').searchParams)
  expect(readPolicyAddress(search(versionPath('data-policy', '2026-01')))).toEqual({ version: '2026-01', since: null })
  expect(readPolicyAddress(search(comparisonPath('data-policy', '2026-01', '2027-03')))).toEqual({ version: '2027-03', since: '2026-01' })
})

it.each([{ version: 2026 }, { version: '../x' }, { version: '2026-01"><script>' }, { version: ['2026-01'] }])(
  '%j names no version',
  (search) => expect(readPolicyAddress(search).version).toBeNull(),
)
