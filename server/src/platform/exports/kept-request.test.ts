import { expect, it } from 'vitest'
import { readRequest, writeRequest } from './kept-request.ts'

it('keeps the filter and the language of an export, and reads the filter that an earlier release kept alone', () => {
  const request = { filter: { role: 'ROLE_USER', text: 'ana' }, locale: 'en' } as const
  expect(readRequest(writeRequest(request))).toEqual(request)
  expect(readRequest(Buffer.from('{"role":"ROLE_USER"}'))).toEqual({ filter: { role: 'ROLE_USER' }, locale: 'es' })
  expect(readRequest(Buffer.from('{}'))).toEqual({ filter: {}, locale: 'es' })
})
