import { expect, it } from 'vitest'
import { phrasesOf, translateStored, translateTemplate } from './catalogue.ts'

const WORDS = {
  es: { amount: 'Valor', states: { held: 'Retenido' }, several: (count: number) => `${count} retiros` },
  en: { amount: 'Amount', states: { held: 'Held' }, several: (count: number) => `${count} withdrawals` },
}

it('a stored phrase is shown in the language of the reader, and what is no phrase is unchanged', () => {
  expect(['Valor', 'Retenido', '12,00 COP', 'amount', ''].map((text) => translateStored(WORDS, text, 'en'))).toEqual([
    'Amount',
    'Held',
    '12,00 COP',
    'amount',
    '',
  ])
  expect(translateStored(WORDS, 'Valor', 'es')).toBe('Valor')
})

it('a stored phrase with a value keeps the value, and another text is not of the phrase', () => {
  const waits = { es: (when: string) => `Desde el ${when} lo enviamos.`, en: (when: string) => `We send it from ${when} on.` }
  expect(
    ['Desde el lunes lo enviamos.', 'Desde el lunes', 'lo enviamos.', 'Desde el lo enviamos.'].map((text) =>
      translateTemplate(waits, text, 'en'),
    ),
  ).toEqual(['We send it from lunes on.', null, null, null])
  expect(translateTemplate(waits, 'Desde el lunes lo enviamos.', 'es')).toBe('Desde el lunes lo enviamos.')
})

it('a phrase whose reader is known later has every language, with the same values', () => {
  const phrases = phrasesOf({
    es: { empty: 'vacío', more: (maximum: number) => `más de ${maximum}` },
    en: { empty: 'empty', more: (maximum: number) => `more than ${maximum}` },
  })
  expect([phrases.empty, phrases.more(40)]).toEqual([
    { es: 'vacío', en: 'empty' },
    { es: 'más de 40', en: 'more than 40' },
  ])
})
