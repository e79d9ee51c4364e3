import { expect, it } from 'vitest'
import { sheetOf } from './sheets.ts'

const lines = (sheet: string | null) => sheet?.trimEnd().split('\r\n').slice(1)

it('a note that looks like a number stays as the officer wrote it', () => {
  const entries = [{ at: '2026-11-29T12:00:00.000Z', by: 'ana@tunjo.example', category: 'other', text: '1.500', corrects: null }]
  expect(lines(sheetOf({ name: 'notas', entries, isShortened: false }))).toEqual(['2026-11-29 07:00:00;ana@tunjo.example;other;1.500;'])
})

it('a score is a number by its column, with a decimal comma', () => {
  const entries = [{ at: '2026-11-29T12:00:00.000Z', list: 'ofac', entryId: '12.5', score: '0.93' }]
  expect(lines(sheetOf({ name: 'coincidencias', entries, isShortened: false }))?.[0]).toBe('2026-11-29 07:00:00;ofac;12.5;0,93;;;;;;')
})
