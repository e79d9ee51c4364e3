import { randomBytes } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../../dev/testing/temporary-folder.ts'
import { createSecrets, openSecrets } from './secrets.ts'

it('opens what it sealed, for the same purpose and key only', () => {
  const secrets = createSecrets(randomBytes(32))
  const sealed = secrets.seal('totp:1', Buffer.from('semilla'))
  expect(secrets.open('totp:1', sealed).toString()).toBe('semilla')
  expect(() => secrets.open('totp:2', sealed)).toThrow()
  expect(() => createSecrets(randomBytes(32)).open('totp:1', sealed)).toThrow()
  expect(() => secrets.open('totp:1', `${sealed.slice(0, -2)}AA`)).toThrow()
})

it('E9 refuses a tag or nonce that was shortened', () => {
  const secrets = createSecrets(randomBytes(32))
  const [version, nonce = '', body = ''] = secrets.seal('a', new Uint8Array()).split('.')
  expect(secrets.open('a', [version, nonce, body].join('.'))).toHaveLength(0)
  for (const bytes of [4, 8, 12, 15]) {
    const short = Buffer.from(body, 'base64url').subarray(0, bytes).toString('base64url')
    expect(() => secrets.open('a', [version, nonce, short].join('.')), `${bytes} bytes`).toThrow('not a sealed text')
  }
  expect(() => secrets.open('a', [version, nonce.slice(0, 8), body].join('.'))).toThrow('not a sealed text')
})

it('never seals the same text the same way', () => {
  const secrets = createSecrets(randomBytes(32))
  expect(secrets.seal('a', Buffer.from('x'))).not.toBe(secrets.seal('a', Buffer.from('x')))
})

it('keeps the key of the demo in a file of its owner, and requires a real one in production', () => {
  const dataDir = temporaryFolder('secrets')
  const sealed = openSecrets({ profile: 'demo', dataDir }, {}).seal('a', Buffer.from('x'))
  expect(openSecrets({ profile: 'demo', dataDir }, {}).open('a', sealed).toString()).toBe('x')
  expect(statSync(join(dataDir, 'secrets.key')).mode & 0o777).toBe(0o600)
  expect(() => openSecrets({ profile: 'production', dataDir }, {})).toThrow('SECRETS_KEY')
  expect(() => openSecrets({ profile: 'production', dataDir }, { SECRETS_KEY: 'YQ==' })).toThrow('32 bytes')
  rmSync(dataDir, { recursive: true, force: true })
})
