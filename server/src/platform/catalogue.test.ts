import { expect, it } from 'vitest'
import { translateStored } from './catalogue.ts'

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
