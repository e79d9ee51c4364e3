import { randomBytes } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createSecrets, openSecrets } from './secrets.ts'

it('opens what it sealed, for the same purpose and key only', () => {
  const secrets = createSecrets(randomBytes(32))
  const sealed = secrets.seal('totp:1', Buffer.from('semilla'))
  expect(secrets.open('totp:1', sealed).toString()).toBe('semilla')
  expect(() => secrets.open('totp:2', sealed)).toThrow()
  expect(() => createSecrets(randomBytes(32)).open('totp:1', sealed)).toThrow()
  expect(() => secrets.open('totp:1', `${sealed.slice(0, -2)}AA`)).toThrow()
})

it('never seals the same text the same way', () => {
  const secrets = createSecrets(randomBytes(32))
  expect(secrets.seal('a', Buffer.from('x'))).not.toBe(secrets.seal('a', Buffer.from('x')))
})

it('keeps the key of the demo in a file of its owner, and wants a real one in production', () => {
  const dataDir = temporaryFolder('secrets')
  const sealed = openSecrets({ profile: 'demo', dataDir }, {}).seal('a', Buffer.from('x'))
  expect(openSecrets({ profile: 'demo', dataDir }, {}).open('a', sealed).toString()).toBe('x')
  expect(statSync(join(dataDir, 'secrets.key')).mode & 0o777).toBe(0o600)
  expect(() => openSecrets({ profile: 'production', dataDir }, {})).toThrow('SECRETS_KEY')
  expect(() => openSecrets({ profile: 'production', dataDir }, { SECRETS_KEY: 'YQ==' })).toThrow('32 bytes')
  rmSync(dataDir, { recursive: true, force: true })
})
