import { expect, it } from 'vitest'
import { mayReview, sinceWords } from './since-words.ts'

const at = '2026-10-05T17:00:00.000Z'

it('ADM-05 the heading shows the time of the last review and its officer', () => {
  expect(sinceWords(null)).toEqual({ key: 'never', values: {} })
  expect(sinceWords({ at, why: 'verified', officer: null }).key).toBe('verified')
  expect(sinceWords({ at, why: 'reviewed', officer: null }).key).toBe('reviewedBy')
  expect(sinceWords({ at, why: 'reviewed', officer: 'a@b.co' })).toMatchObject({ key: 'reviewed', values: { officer: 'a@b.co' } })
})

it('ADM-05 Revisado is available to an officer who manages alerts, for another person, while Novedades is open', () => {
  const reader = { id: 'o', permissions: ['alerts.manage'] }
  expect(mayReview(reader, 'p', { isOpen: true })).toBe(true)
  expect(mayReview(reader, 'p', { isOpen: false })).toBe(false)
  expect(mayReview(reader, 'o', { isOpen: true })).toBe(false)
  expect(mayReview({ ...reader, permissions: [] }, 'p', { isOpen: true })).toBe(false)
  expect(mayReview(null, 'p', { isOpen: true })).toBe(false)
})
