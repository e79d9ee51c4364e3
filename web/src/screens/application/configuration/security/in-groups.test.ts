import { describe, expect, it } from 'vitest'
import { inGroups } from './in-groups.ts'

describe('inGroups', () => {
  it.each([
    ['', ''],
    ['ABC', 'ABC'],
    ['ABCD', 'ABCD'],
    ['ABCDE', 'ABCD E'],
    ['ABCDEFGHIJ', 'ABCD EFGH IJ'],
  ])('%o is written %o', (secret, written) => {
    expect(inGroups(secret)).toBe(written)
  })
})
