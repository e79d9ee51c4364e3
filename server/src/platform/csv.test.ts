import { expect, it } from 'vitest'
import { toCsv } from './csv.ts'

it('quotes what RFC 4180 says, and ends lines with CRLF', () => {
  expect(
    toCsv([
      ['a', 'b'],
      ['x,"y"', null],
      ['dos\nlíneas', 3],
    ]),
  ).toBe('\uFEFFa,b\r\n"x,""y""",\r\n"dos\nlíneas",3\r\n')
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://x")', '=cmd|"/c calc"!A1'])('R30 disarms %j', (text) => {
  expect(toCsv([[text]])).toMatch(/^\uFEFF"?'/)
})
