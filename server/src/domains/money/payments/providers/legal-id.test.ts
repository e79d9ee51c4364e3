import { expect, it } from 'vitest'
import { legalIdOf } from './legal-id.ts'

it('a NIT loses its check digit, other documents stay unchanged', () => {
  expect(legalIdOf({ documentType: 'NIT', documentNumber: '8909039388' })).toBe('890903938')
  expect(legalIdOf({ documentType: 'CC', documentNumber: '1099888777' })).toBe('1099888777')
})
