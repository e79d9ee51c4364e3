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

const FORMULAS = [
  '=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://x")', '=cmd|"/c calc"!A1', ' =1+1', 'x;=1+1', 'x\n=1+1', '＝1+1', '"=1+1"', 'x; "@A1',
] // biome-ignore format: one list

/** What a spreadsheet makes of a line: with commas it minds the quotes; where it divides elsewhere, they are text like any other. */
const cellsBy = (separator: RegExp, text: string) => text.split(separator).map((cell) => cell.replace(/^[\s"]+/, ''))

it.each(FORMULAS)('R30 disarms %j', (text) => {
  const [, row = ''] =
    /^\uFEFFa,b,c\r\n([\s\S]*)\r\n$/.exec(
      toCsv([
        ['a', 'b', 'c'],
        ['x', text, 'y'],
      ]),
    ) ?? []
  expect(row.startsWith('x,') && row.endsWith(',y')).toBe(true)
  for (const cell of [...cellsBy(/[;\t\r\n]/, row.slice(2)), ...cellsBy(/,/, row)]) expect(cell).not.toMatch(/^[=+\-@＝＋－＠]/)
})

it('R30 keeps the number of cells of every row', () => {
  const rows = toCsv(FORMULAS.map((text) => ['a', text, 'b']))
    .slice(1)
    .match(/(?:"(?:[^"]|"")*"|[^",\r\n]*)(?:,|\r\n)/g)
  expect(rows).toHaveLength(FORMULAS.length * 3)
})
