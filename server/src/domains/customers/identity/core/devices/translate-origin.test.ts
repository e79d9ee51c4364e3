import { expect, it } from 'vitest'
import { locate } from './place.ts'
import { translateOrigin } from './translate-origin.ts'
import { equipmentOf } from './user-agent.ts'

it.each([
  ['Madrid, España', 'Madrid, Spain'],
  ['Bogotá, Colombia', 'Bogotá, Colombia'],
  ['Alemania', 'Germany'],
  ['Red local', 'Local network'],
  ['Lugar desconocido', 'Unknown place'],
  ['Firefox · Windows 10 u 11', 'Firefox · Windows 10 or 11'],
  ['Desconocido · Desconocido', 'Unknown · Unknown'],
  ['Mi casa, en Atlantis', 'Mi casa, en Atlantis'],
])('“%s” is “%s” for an English reader', (stored, shown) => {
  expect(translateOrigin(stored, 'en')).toBe(shown)
  expect(translateOrigin(stored, 'es')).toBe(stored)
})

it('the words that are stored are those of the catalogue', async () => {
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'
  const labels = [(await locate('10.1.2.3')).label, (await locate('none')).label, equipmentOf('').browser, equipmentOf(windows).system]
  expect(labels.map((label) => translateOrigin(label, 'en'))).toEqual(['Local network', 'Unknown place', 'Unknown', 'Windows 10 or 11'])
})
