/**
 * Keys of backups, in the format of age (https://age-encryption.org): the machine that makes a backup needs the public key only, so an
 * attacker who takes it over reads no older backup.
 */
import { writeFileSync } from 'node:fs'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import * as z from 'zod'
import { fieldOf } from '../../platform/http/field-of.ts'
import { CommandRefused } from '../../platform/process/command-refused.ts'
import { declareSettings, type Environment, readSettings, SettingsInvalid } from '../../platform/process/settings.ts'

const IDENTITY = /^AGE-SECRET-KEY-1[A-Z0-9]{58}$/
const RECIPIENT = /^age1[a-z0-9]{58}$/

/** Lines of a file of age-keygen, without its comments. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

const schema = declareSettings({
  /** Public keys to which backups are encrypted, `age1…`, separated by commas. `tunjo backup new-key` makes a pair. */
  BACKUP_RECIPIENTS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((one) => one !== ''))
    .refine((all) => all.every((one) => RECIPIENT.test(one)), 'needs public keys as age1…'),
  /** Secret key that opens backups, `AGE-SECRET-KEY-1…`, or a file of age-keygen. Only where backups are verified or restored. */
  BACKUP_KEY: z
    .string()
    .transform(linesOf)
    .refine((all) => all.length > 0 && all.every((one) => IDENTITY.test(one)), 'needs a secret key as AGE-SECRET-KEY-1…')
    .optional(),
  /** Folder of pg_dump and pg_restore, of the server's major version or a newer one; without it those on PATH. */
  BACKUP_POSTGRES_PROGRAMS: z.string().optional(),
})

export const postgresPrograms = (env: Environment): string | null => readSettings(schema, env).BACKUP_POSTGRES_PROGRAMS ?? null

/** Public keys for a new backup: those of the settings, else that of the secret key. @throws SettingsInvalid without any */
export async function readRecipients(env: Environment): Promise<string[]> {
  const { BACKUP_RECIPIENTS, BACKUP_KEY } = readSettings(schema, env)
  if (BACKUP_RECIPIENTS.length > 0) return BACKUP_RECIPIENTS
  if (BACKUP_KEY) return Promise.all(BACKUP_KEY.map((identity) => identityToRecipient(identity)))
  throw new SettingsInvalid('BACKUP_RECIPIENTS is needed: the public key to which backups are encrypted. "tunjo backup new-key" makes one.')
}

/** @throws SettingsInvalid without the key */
export function readIdentities(env: Environment): string[] {
  const { BACKUP_KEY } = readSettings(schema, env)
  if (BACKUP_KEY) return BACKUP_KEY
  throw new SettingsInvalid('BACKUP_KEY is needed to open a backup, or BACKUP_KEY_FILE: the secret key that belongs to BACKUP_RECIPIENTS.')
}

/** Write a new secret key into a file that only this user can read. Returns the public key. @throws CommandRefused when the file exists */
export async function writeNewKey(file: string): Promise<string> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  try {
    writeFileSync(file, `# public key: ${recipient}\n${identity}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (fieldOf(error, 'code') === 'EEXIST') throw new CommandRefused(`${file} exists: name another file, no key is overwritten.`)
    throw error
  }
  return recipient
}
