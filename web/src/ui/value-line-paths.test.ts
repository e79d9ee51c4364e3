import { describe, expect, it } from 'vitest'
import { linePaths } from './value-line-paths.ts'

const BOX = { width: 100, height: 100 }

describe('the line of a value', () => {
  it('runs from the first to the last, with the highest on top', () => {
    expect(linePaths([0, 10, 5], BOX).lines).toEqual(['M0 92L50 8L100 50'])
  })
  it('breaks where the value is unknown, and a single point is no line', () => {
    expect(linePaths([1, 2, null, 1, null, 2, 2], BOX).lines).toEqual(['M0 92L16.7 8', 'M83.3 8L100 8'])
  })
  it('is in the middle without a change, and empty without values', () => {
    expect(linePaths([7, 7], BOX)).toEqual({ lines: ['M0 50L100 50'], areas: ['M0 50L100 50L100 100L0 100Z'] })
    expect(linePaths([null, null], BOX).lines).toEqual([])
    expect(linePaths([], BOX).lines).toEqual([])
  })
})
