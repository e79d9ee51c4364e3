/**
 * Manifest of a backup: what it holds, of which moment and of which version, with the size and hash of each part. An HMAC under a key of
 * SECRETS_KEY authenticates it, since anyone who has the public key could encrypt an archive of his own.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { type Environment, settingOf } from '../../platform/process/settings.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'

export const FORMAT = 1

const Part = z.object({
  /** `files`, `chain-deployment.json`, or a table or dump below `database/`. */
  name: z.string(),
  entries: z.int(),
  bytes: z.int(),
  /** Hex, over name, size and content of each entry in their order. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type Part = z.output<typeof Part>

const Table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()), rows: z.int() })
export type Table = z.output<typeof Table>
const Sequence = z.object({ schema: z.string(), name: z.string(), value: z.string(), isCalled: z.boolean() })
const Migration = z.object({ name: z.string(), hash: z.string() })

/** Facts of the database, read in the snapshot that was copied. */
export const Facts = z.object({
  server: z.string(),
  takenAt: z.iso.datetime(),
  migrations: z.array(Migration),
  /** End of the ledger's chain. `seq` is decimal text. */
  ledger: z.object({ seq: z.string(), hash: z.string() }),
  /** End of the audit trail's chain; null before its first seal. */
  audit: z.object({ seq: z.int(), hash: z.string() }).nullable(),
  /** Last block that the product read of its chain; null before the first. `block` and `chainId` are decimal text. */
  chain: z.object({ chainId: z.string(), block: z.string(), hash: z.string() }).nullable(),
  tables: z.array(Table),
  sequences: z.array(Sequence),
})
export type Facts = z.output<typeof Facts>

export const Manifest = z.object({
  id: z.uuid(),
  program: z.string(),
  /** How the database was copied: tables in text, or a dump of pg_dump in its custom format. */
  method: z.enum(['copy', 'pg_dump']),
  database: Facts,
  parts: z.array(Part),
  /** For each setting with a key, an HMAC under each of its keys. */
  keys: z.record(z.string(), z.array(z.string())),
})
export type Manifest = z.output<typeof Manifest>

/** Settings with keys that a restored database needs. Wallets' keys are of the signer alone, and never on the machine that makes a backup. */
const KEYS = ['LEDGER_KEY', 'AUDIT_KEY'] as const

const macKey = (secrets: Pick<Secrets, 'derive'>): Buffer => secrets.derive('backup manifest')

export const macOf = (secrets: Pick<Secrets, 'derive'>, text: string): string =>
  createHmac('sha256', macKey(secrets)).update(text).digest('hex')

/** Canaries tell whether a key is the same one, and nothing about it. */
export function canariesOf(id: string, secrets: Pick<Secrets, 'derive'>, env: Environment): Manifest['keys'] {
  const canary = (key: Buffer): string => createHmac('sha256', key).update(`tunjo backup canary ${id}`).digest('hex')
  const given = KEYS.map((name) => [name, keysOf(env, name).map(canary)] as const)
  return Object.fromEntries([['SECRETS_KEY', [canary(secrets.derive('backup canary'))]], ...given.filter(([, all]) => all.length > 0)])
}

/** The current key and the retired ones. */
const keysOf = (env: Environment, name: (typeof KEYS)[number]): Buffer[] =>
  [settingOf(env, name), ...(settingOf(env, name.replace('_KEY', '_RETIRED_KEYS')) ?? '').split(',')]
    .filter((text) => text)
    .map((text) => Buffer.from(text ?? '', 'base64'))

/** Null when the keys are those of the backup, or newer ones with those retired; else one sentence. */
export function keyFault(
  { manifest, text, mac }: { manifest: Manifest; text: string; mac: string },
  secrets: Pick<Secrets, 'derive'>,
  env: Environment,
): string | null {
  const here = canariesOf(manifest.id, secrets, env)
  const wrong = Object.entries(manifest.keys).find(([name, all]) => all.some((canary) => !here[name]?.includes(canary)))
  if (wrong) return `${wrong[0]} is not the one with which the backup was made: give that one, or as a retired key of a newer one.`
  const [found, expected] = [Buffer.from(mac, 'hex'), Buffer.from(macOf(secrets, text), 'hex')]
  const isOurs = found.length === expected.length && timingSafeEqual(found, expected)
  return isOurs ? null : 'The manifest was not written by this installation: the backup is forged.'
}
