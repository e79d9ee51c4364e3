/**
 * Seals of balances and holds: an HMAC over the row, made by the writer. An attacker who can write to the database but has no key (a stolen
 * password, an injected statement, a changed backup) can change a balance, but nothing is ever posted from the changed row
 * (docs/decisions/0016-sealed-balances.md).
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { declareSettings, type Environment, readSettings } from '../../../platform/process/settings.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import type { AccountState, HoldState } from './rules.ts'

const KEY_BYTES = 32
const isKey = (text: string): boolean => Buffer.from(text, 'base64').length === KEY_BYTES

const schema = declareSettings({
  /** 32 bytes in base64. Without it the key is derived from SECRETS_KEY. */
  LEDGER_KEY: z.base64().refine(isKey, 'needs 32 bytes in base64').optional(),
  /** Retired keys, separated by commas: only to verify seals. */
  LEDGER_RETIRED_KEYS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((key) => key !== ''))
    .refine((keys) => keys.every(isKey), 'needs 32 bytes in base64 each'),
})

export interface Seals {
  /** Seal in hex. */
  account(shard: number, state: AccountState): string
  hold(shard: number, state: HoldState): string
  text(text: string): string
  isSealOf(text: string, seal: string): boolean
}

export function readSeals(secrets: Pick<Secrets, 'derive'>, env: Environment): Seals {
  const given = readSettings(schema, env)
  const derived = secrets.derive('ledger-seal')
  const current = given.LEDGER_KEY ? Buffer.from(given.LEDGER_KEY, 'base64') : derived
  const keys = [current, derived, ...given.LEDGER_RETIRED_KEYS.map((key) => Buffer.from(key, 'base64'))]
  const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
  return {
    account: (shard, state) => hmac(current, accountText(shard, state)).toString('hex'),
    hold: (shard, state) => hmac(current, holdText(shard, state)).toString('hex'),
    text: (text) => hmac(current, text).toString('hex'),
    isSealOf: (text, seal) => {
      const bytes = Buffer.from(seal, 'hex')
      return bytes.length === KEY_BYTES && keys.some((key) => timingSafeEqual(hmac(key, text), bytes))
    },
  }
}

/** Canonical text of an account. No field can contain the separator. Changing a text here makes every stored balance unproved. */
export const accountText = (shard: number, { id, asset, kind, owner, name, floor, posted, held, version }: AccountState): string =>
  ['account', shard, id, asset, kind, owner ?? '', name ?? '', floor ?? '', posted, held, version].join('|')

export const holdText = (shard: number, { id, accountId, left, expiresAt, version }: HoldState): string =>
  ['hold', shard, id, accountId, left, expiresAt?.toISOString() ?? '', version].join('|')
