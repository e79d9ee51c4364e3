/** Signing keys shared by every process: created by the first that needs them, stored sealed in the database. */
import { createPrivateKey, randomBytes } from 'node:crypto'
import { type CryptoKey, importJWK, type JWK } from 'jose'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Database } from '../../../../../platform/database/database.ts'
import { newId } from '../../../../../platform/database/ids.ts'
import type { Platform } from '../../../../../platform/module.ts'
import { newEncodedKeyPair } from '../../../../../platform/secrets/key-pairs.ts'

export interface Keys {
  /** Ed25519 */
  readonly access: { id: string; privateKey: CryptoKey; publicKey: CryptoKey }
  readonly refresh: Buffer
}

type KeyStore = Pick<Platform, 'db' | 'secrets'>

/** Loads on first use, after the migrations; a failed load is retried. */
export function createKeys(store: KeyStore): () => Promise<Keys> {
  let loading: Promise<Keys> | null = null
  return () => {
    loading ??= load(store).catch((error) => {
      loading = null
      throw error
    })
    return loading
  }
}

const Ed25519Jwk = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string(), d: z.string() })

async function load(store: KeyStore): Promise<Keys> {
  const access = await keyFor(store, 'access', makeSigningKey)
  const refresh = await keyFor(store, 'refresh', async () => randomBytes(32).toString('base64url'))
  const { d, ...publicJwk } = Ed25519Jwk.parse(JSON.parse(access.material))
  const [privateKey, publicKey] = await Promise.all([importKey({ ...publicJwk, d }), importKey(publicJwk)])
  return { access: { id: access.id, privateKey, publicKey }, refresh: Buffer.from(refresh.material, 'base64url') }
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, 'EdDSA')
  if (key instanceof Uint8Array) throw new Error('identity.key holds no Ed25519 key')
  return key
}

async function makeSigningKey(): Promise<string> {
  const { privateKey } = newEncodedKeyPair('ed25519')
  return JSON.stringify(createPrivateKey({ key: privateKey, type: 'pkcs8', format: 'der' }).export({ format: 'jwk' }))
}

interface StoredKey {
  id: string
  material: string
}
async function keyFor({ db, secrets }: KeyStore, purpose: string, make: () => Promise<string>): Promise<StoredKey> {
  const known = await find(db, purpose)
  if (known) return opened({ db, secrets }, purpose, known)
  const sealed = secrets.seal(sealName(purpose), Buffer.from(await make()))
  await sql`INSERT INTO identity.key (purpose, id, material) VALUES (${purpose}, ${newId()}, ${sealed})
    ON CONFLICT (purpose) DO NOTHING`.execute(db)
  const made = await find(db, purpose)
  if (!made) throw new Error(`identity.key has no key for ${purpose}`)
  return opened({ db, secrets }, purpose, made)
}

const sealName = (purpose: string): string => `identity.key:${purpose}`

/** Older keys were stored in clear: they are sealed when they are read. A key in clear has no dot in its first characters. */
async function opened({ db, secrets }: KeyStore, purpose: string, { id, material }: StoredKey): Promise<StoredKey> {
  if (material.startsWith('v1.')) return { id, material: secrets.open(sealName(purpose), material).toString() }
  const sealed = secrets.seal(sealName(purpose), Buffer.from(material))
  await sql`UPDATE identity.key SET material = ${sealed} WHERE purpose = ${purpose} AND material = ${material}`.execute(db)
  return { id, material }
}

async function find(db: Database, purpose: string): Promise<StoredKey | undefined> {
  const found = await sql<StoredKey>`SELECT id, material FROM identity.key WHERE purpose = ${purpose}`.execute(db)
  return found.rows[0]
}
