import { CSV_ROWS_MAX } from '@tunjo/contract/csv-rows'
import { expect, it } from 'vitest'
import { listToCsv, toCsv } from './csv.ts'

it('B8 MON-09 separates with semicolons, quotes as RFC 4180 says, and ends lines with CRLF', () => {
  expect(
    toCsv([
      ['a', 'b'],
      ['x;"y"', null],
      ['dos\nlíneas', 3],
      ['Calle 7, oficina 2', ''],
    ]),
  ).toBe('\uFEFFa;b\r\n"x;""y""";\r\n"dos\nlíneas";3\r\n"Calle 7, oficina 2";\r\n')
})

it('B8 D3 MON-10 writes plain numbers with a decimal comma, negative ones too, and none of them as text', () => {
  expect(toCsv([['123456.78', '-20000', '-0.00000001', 2.5, 7, '0', '00123']])).toBe('\uFEFF123456,78;-20000;-0,00000001;2,5;7;0;00123\r\n')
})

it('keeps typed text that looks like a number unchanged, and disarms formulas in it', () => {
  expect(toCsv([[{ text: '1.500' }, { text: '00123' }, { text: '-5.5' }, { text: '=1+1' }]])).toBe("\uFEFF1.500;00123;'-5.5;'=1+1\r\n")
})

it.each([
  ['es', 'Este archivo tiene solo las primeras 10.000 filas: la lista sigue.'],
  ['en', 'This file has the first 10,000 rows only: the list continues.'],
] as const)('D6 a list that is longer than its file says so in its last line, in %s', (locale, notice) => {
  const list = (rows: number) =>
    listToCsv(
      ['id'],
      Array.from({ length: rows }, (_, index) => [index]),
      locale,
    )
  const lines = ({ text }: { text: string }) => text.trimEnd().split('\r\n')
  const [whole, cut] = [list(CSV_ROWS_MAX), list(CSV_ROWS_MAX + 1)]
  expect([whole.rows, lines(whole).length, lines(whole).at(-1)]).toEqual([CSV_ROWS_MAX, CSV_ROWS_MAX + 1, '9999'])
  expect([cut.rows, lines(cut).length]).toEqual([CSV_ROWS_MAX, CSV_ROWS_MAX + 2])
  expect(lines(cut).at(-1)).toContain(notice)
})

it.each(['-1+1', '-A1', '- 1', '-1.2.3', '+57300', '-'])('R30 does not take %j for a number', (text) => {
  expect(toCsv([[text]])).toBe(`\uFEFF'${text}\r\n`)
})

const FORMULAS = [
  '=1+1', '+1', '-A1', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://x")', '=cmd|"/c calc"!A1', ' =1+1', 'x;=1+1', 'x,=1+1', 'x\n=1+1', '＝1+1', '"=1+1"', 'x; "@A1',
] // biome-ignore format: one list

/** Cells as a spreadsheet reads them: where it splits at the separator of its region, quotes are text like any other. */
const cellsBy = (separator: RegExp, text: string) => text.split(separator).map((cell) => cell.replace(/^[\s"]+/, ''))

it.each(FORMULAS)('R30 disarms %j', (text) => {
  const [, row = ''] =
    /^\uFEFFa;b;c\r\n([\s\S]*)\r\n$/.exec(
      toCsv([
        ['a', 'b', 'c'],
        ['x', text, 'y'],
      ]),
    ) ?? []
  expect(row.startsWith('x;') && row.endsWith(';y')).toBe(true)
  for (const cell of [...cellsBy(/[;\t\r\n]/, row), ...cellsBy(/,/, row)]) expect(cell).not.toMatch(/^[=+\-@＝＋－＠]/)
})

it('R30 keeps the number of cells of every row', () => {
  const rows = toCsv(FORMULAS.map((text) => ['a', text, 'b']))
    .slice(1)
    .match(/(?:"(?:[^"]|"")*"|[^";\r\n]*)(?:;|\r\n)/g)
  expect(rows).toHaveLength(FORMULAS.length * 3)
})
