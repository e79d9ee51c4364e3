import type { ListName } from '@tunjo/contract/screening'
import { expect, it } from 'vitest'
import { isBinding } from './binding.ts'

it.each([
  ['un', 'Al-Qaida QDi.001', true],
  ['un', '', true],
  ['ofac', 'SDGT', true],
  ['ofac', 'SDNTK] [SDGT', true],
  ['ofac', 'SDNTK', false],
  ['ofac', 'CYBER2] [DPRK3', false],
  ['ofac', '', true],
  ['eu', 'TAQA', true],
  ['eu', 'UKR', false],
  ['eu', '', true],
  ['pep', 'Alcalde', false],
  ['pep', '', false],
] satisfies [ListName, string, boolean][])(
  'ADM-21 an entry of %s of the programmes "%s" binds in Colombia: %s',
  (list, programmes, binds) => expect(isBinding(list, programmes)).toBe(binds),
)
