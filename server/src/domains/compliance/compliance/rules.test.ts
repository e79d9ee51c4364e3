import { expect, it } from 'vitest'
import { checkLevelReason, needsSecondOfficer } from './rules.ts'

it('ADM-11 a reason that is empty, or contains only invisible characters, is missing', () => {
  for (const reason of ['', '   ', '\u200b', '\n\t']) expect(checkLevelReason(reason)?.code).toBe('compliance.reason_missing')
  expect(checkLevelReason('corta')?.code).toBe('request.reason_invalid')
  expect(checkLevelReason('Documentos en orden.')).toBeNull()
})

it.each([
  [0, 1, false], [1, 2, false], [2, 3, true], [3, 3, false], [2, 1, true], [3, 2, true], [1, 0, true],
])('R11 ADM-11 from verified level %i to %i: a second officer is needed: %s', (before, after, isNeeded) => {
  expect(needsSecondOfficer({ before, after })).toBe(isNeeded)
}) // biome-ignore format: one table
