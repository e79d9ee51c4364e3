import { expect, it } from 'vitest'
import { formatDate } from './date-time.tsx'

it('shows Bogotá time in short form', () => {
  const shown = formatDate(new Date('2026-11-21T04:53:00Z')).replaceAll(/\s/g, ' ')
  expect(shown).toBe('20 nov 2026, 11:53 p. m.')
})
