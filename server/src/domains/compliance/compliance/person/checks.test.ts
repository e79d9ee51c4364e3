import { describe, expect, it } from 'vitest'
import { isSameName } from './checks.ts'

describe('ADM-07 comparison of a name on the form and on the document', () => {
  it.each([
    ['Ana María Rojas Pérez', 'ROJAS PEREZ ANA MARIA', false, true],
    ["Juan O'Connor Díaz", 'JUAN O CONNOR DIAZ', false, true],
    ['Ana María Rojas Pérez', 'ANA ROJAS PEREZ', false, false],
    ['Ana María Rojas Pérez', 'ANA MARIA ROJAS PERES', false, false],
    // The line was too short: its last word is truncated, and one more may be missing.
    ['Ana María Rojas Pérez', 'ROJAS PEREZ ANA MAR', true, true],
    ['Ana María Rojas Pérez', 'ROJAS PEREZ ANA', true, true],
    ['Ana María Rojas Pérez', 'ROJAS GOMEZ ANA', true, false],
    ['Ana María Rojas Pérez', '', true, false],
  ])('%s · %s (cut: %s) → %s', (declared, read, isCut, agrees) => {
    expect(isSameName(declared, read, isCut)).toBe(agrees)
  })
})
