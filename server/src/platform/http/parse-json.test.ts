import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from './parse-json.ts'
import { Refused } from './refusal.ts'

function outcome(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    return error instanceof Refused ? error.refusal.code : (error as Error).name
  }
}

describe('JSON of callers', () => {
  it.each([
    '1.00000000000000001',
    '9007199254740993',
    '0.1000000000000000055',
    '123456789012345678901',
    '1e400',
    '1e-400',
    '50000.000000000001',
  ])('API-02 the number %s would be rounded: it is refused', (number) => {
    for (const text of [`{"amount":${number}}`, `[${number}]`, number, `{"a":"x","b":[{"c":-${number}}]}`])
      expect(outcome(text)).toBe('request.number_not_exact')
  })

  it.each(['0', '-0', '0.1', '1e3', '1.50E+3', '9007199254740992', '0.30000000000000004', '1e21', '0.000000000000000000001'])(
    'the number %s is exact: it is read',
    (number) => {
      expect(outcome(`{"amount":${number}}`)).toEqual({ amount: Number(number) })
    },
  )

  it('API-02 half of a surrogate pair, at any position, becomes U+FFFD; a whole pair stays', () => {
    expect(outcome('{"a":["x\\ud800",{"b":"\\uDC00y"}]}')).toEqual({ a: ['x\ufffd', { b: '\ufffdy' }] })
    expect(outcome('"\\ud83d\\ude00 \\\\ud800"')).toBe('😀 \\ud800')
  })

  it('digits inside texts and names are text', () => {
    const text = '{"9007199254740993":"1.00000000000000001","a\\"9007199254740993":"\\\\"}'
    expect(outcome(text)).toEqual(JSON.parse(text))
    expect(outcome('{"a":9007199254740993')).toBe('SyntaxError')
  })

  it('reads everything that JSON.stringify writes as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        expect(outcome(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('reads a text of a million characters quickly', () => {
    const text = JSON.stringify({ a: '\\'.repeat(500_000), b: 1e-9 })
    expect(outcome(text)).toEqual(JSON.parse(text))
  })
})
