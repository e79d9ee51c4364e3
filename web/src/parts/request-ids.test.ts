import { expect, it } from 'vitest'
import { createRequestIds } from './request-ids.ts'

it('the same content keeps its id until success; other content, and the same after success, get another', () => {
  const ids = createRequestIds()
  const first = ids.of('Sigo esperando.')
  expect(ids.of('Sigo esperando.')).toBe(first)
  const other = ids.of('¿Cuándo?')
  expect(other).not.toBe(first)
  ids.clear()
  expect(ids.of('¿Cuándo?')).not.toBe(other)
})
