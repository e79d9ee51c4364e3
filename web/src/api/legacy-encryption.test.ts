import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { opened, sealed } from './legacy-encryption.ts'

const TEXT = JSON.stringify({ amount: '20000', note: 'año' })

describe.each([16, 24, 32])('SHELL-14 bodies with a key of %i bytes', (bytes) => {
  const key = randomBytes(bytes)
  const base64 = key.toString('base64')
  const cipher = `aes-${bytes * 8}-ecb`

  it('go encrypted and ask for an encrypted answer', () => {
    const init = sealed({ method: 'POST', headers: { 'content-type': 'application/json', authorization: 'Bearer x' }, body: TEXT }, base64)
    const headers = new Headers(init.headers)
    expect(headers.get('x-body-encryption')).toBe('aes-ecb')
    expect(headers.get('authorization')).toBe('Bearer x')
    const decoder = createDecipheriv(cipher, key, null)
    const { encrypted } = JSON.parse(String(init.body)) as { encrypted: string }
    expect(decoder.update(encrypted, 'base64', 'utf8') + decoder.final('utf8')).toBe(TEXT)
  })

  it('come back decrypted, with their own content type and status', async () => {
    const encoder = createCipheriv(cipher, key, null)
    const body = JSON.stringify(encoder.update('Fondos insuficientes: ñ', 'utf8', 'base64') + encoder.final('base64'))
    const headers = { 'x-body-encryption': 'aes-ecb', 'x-encrypted-content-type': 'text/plain; charset=utf-8', 'app-error': 'a.b' }
    const response = await opened(new Response(body, { status: 409, headers }), base64)
    expect([response.status, response.headers.get('content-type'), response.headers.get('app-error'), await response.text()]).toEqual([
      409,
      'text/plain; charset=utf-8',
      'a.b',
      'Fondos insuficientes: ñ',
    ])
  })
})

it('SHELL-14 leaves plain answers and calls without a body alone', async () => {
  const response = Response.json({ a: 1 })
  expect(await opened(response, randomBytes(16).toString('base64'))).toBe(response)
  expect(sealed({ method: 'GET' }, randomBytes(16).toString('base64')).body).toBeUndefined()
})
