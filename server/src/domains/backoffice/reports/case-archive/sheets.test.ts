import { expect, it } from 'vitest'
import { sheetOf } from './sheets.ts'
import { ARCHIVE_WORDS } from './words.ts'

const lines = (sheet: string | null) => sheet?.trimEnd().split('\r\n').slice(1)

it('a note that looks like a number stays as the officer wrote it', () => {
  const entries = [{ at: '2026-11-29T12:00:00.000Z', by: 'ana@tunjo.example', category: 'other', text: '1.500', corrects: null }]
  expect(lines(sheetOf({ name: 'notas', entries, isShortened: false }, 'es'))).toEqual([
    '2026-11-29 07:00:00;ana@tunjo.example;other;1.500;',
  ])
})

it('a score is a number by its column, with a decimal comma', () => {
  const entries = [{ at: '2026-11-29T12:00:00.000Z', list: 'ofac', entryId: '12.5', score: '0.93' }]
  expect(lines(sheetOf({ name: 'coincidencias', entries, isShortened: false }, 'es'))?.[0]).toBe('2026-11-29 07:00:00;ofac;12.5;0,93;;;;;;')
})

it('the columns have their names in the language of the reader, over the same cells', () => {
  const entries = [{ at: '2026-11-29T12:00:00.000Z', by: 'ana@tunjo.example', category: 'other', text: 'Llamó', corrects: null }]
  const of = (locale: 'es' | 'en') => sheetOf({ name: 'notas', entries, isShortened: false }, locale)?.split('\r\n')
  expect(of('es')?.[0]).toBe('\uFEFFFecha;Oficial;Tema;Nota;Corrige')
  expect(of('en')?.[0]).toBe('\uFEFFDate;Officer;Topic;Note;Corrects')
  expect(of('en')?.slice(1)).toEqual(of('es')?.slice(1))
})

it('each column is in the same place in both languages', () => {
  const placesOf = (tables: object) => Object.entries(tables).map(([part, columns]) => [part, Object.keys(columns)])
  expect(placesOf(ARCHIVE_WORDS.en.columns)).toEqual(placesOf(ARCHIVE_WORDS.es.columns))
})
