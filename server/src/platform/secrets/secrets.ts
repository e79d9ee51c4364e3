/**
 * Secrets at rest: AES-256-GCM under one key of the operator, a derived key for each purpose, so that data sealed for one purpose opens for
 * no other. The sealed form is `v1.<nonce>.<ciphertext and tag>` in base64url.
 */

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { fieldOf } from '../http/field-of.ts'
import type { PlatformSettings } from '../process/config.ts'
import { declareSettings, type Environment, readSettings, SettingsInvalid } from '../process/settings.ts'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const ALGORITHM = 'aes-256-gcm'

const schema = declareSettings({
  /** 32 bytes in base64. When it is lost, all data sealed with it is lost. */
  SECRETS_KEY: z
    .base64()
    .refine((text) => Buffer.from(text, 'base64').length === KEY_BYTES, 'needs 32 bytes in base64')
    .optional(),
})

export interface Secrets {
  /** `purpose` names the kind of secret and its owner: `totp:<account>`. */
  seal(purpose: string, content: Uint8Array): string
  /** @throws when it was altered, or sealed for another purpose or with another key */
  open(purpose: string, sealed: string): Buffer
  /** 32 bytes for one purpose, for streams that are encrypted in other modules. */
  derive(purpose: string): Buffer
}

export function openSecrets(settings: Pick<PlatformSettings, 'profile' | 'dataDir'>, env: Environment): Secrets {
  const { SECRETS_KEY } = readSettings(schema, env)
  if (SECRETS_KEY) return createSecrets(Buffer.from(SECRETS_KEY, 'base64'))
  if (settings.profile === 'production') throw new SettingsInvalid('SECRETS_KEY is needed in production: 32 random bytes in base64.')
  return createSecrets(demoKey(join(settings.dataDir, 'secrets.key')))
}

export function createSecrets(key: Buffer): Secrets {
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `tunjo ${purpose}`, KEY_BYTES))
  return {
    derive,
    seal(purpose, content) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, derive(purpose), nonce)
      const sealed = Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()])
      return `v1.${nonce.toString('base64url')}.${sealed.toString('base64url')}`
    },
    open(purpose, text) {
      const [version, nonce = '', body = ''] = text.split('.')
      if (version !== 'v1') throw new Error('sealed text of an unknown version')
      const [start, sealed] = [Buffer.from(nonce, 'base64url'), Buffer.from(body, 'base64url')]
      // A shorter tag is a weaker one, which Node accepts unless the length is given.
      if (start.length !== NONCE_BYTES || sealed.length < TAG_BYTES) throw new Error('not a sealed text')
      const decipher = createDecipheriv(ALGORITHM, derive(purpose), start, { authTagLength: TAG_BYTES })
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
    },
  }
}

/** Created on the first start; two processes that start concurrently agree on one. */
function demoKey(path: string): Buffer {
  mkdirSync(dirname(path), { recursive: true })
  try {
    writeFileSync(path, randomBytes(KEY_BYTES), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (fieldOf(error, 'code') !== 'EEXIST') throw error
  }
  return readFileSync(path)
}
