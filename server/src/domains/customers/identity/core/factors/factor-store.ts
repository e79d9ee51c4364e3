/** SQL of an account's second factors, of authenticator codes, and of recovery codes. */
import type { SIGN_IN_FACTORS } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import type { Connection } from '../../../../../platform/database/database.ts'

export type FactorMethod = (typeof SIGN_IN_FACTORS)[number]

export interface OwnFactors {
  totpAddedAt: Date | null
  recoveryCodesLeft: number
  passkeys: { id: string; transports: string[] }[]
}

export async function findOwnFactors(connection: Connection, accountId: string): Promise<OwnFactors> {
  const found = await sql<OwnFactors>`SELECT
      (SELECT confirmed_at FROM identity.totp WHERE account_id = ${accountId}) AS "totpAddedAt",
      (SELECT count(*)::int FROM identity.recovery_code WHERE account_id = ${accountId} AND used_at IS NULL) AS "recoveryCodesLeft",
      (SELECT coalesce(json_agg(json_build_object('id', credential_id, 'transports', transports)), '[]')
        FROM identity.passkey WHERE account_id = ${accountId}) AS passkeys`.execute(connection)
  return found.rows[0] ?? { totpAddedAt: null, recoveryCodesLeft: 0, passkeys: [] }
}

export const countFactors = ({ totpAddedAt, passkeys }: OwnFactors): number => passkeys.length + (totpAddedAt ? 1 : 0)

/** Best first; empty for a person without a second factor. */
export function methodsOf(own: OwnFactors): FactorMethod[] {
  if (countFactors(own) === 0) return []
  return [
    ...(own.passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(own.totpAddedAt ? (['totp'] as const) : []),
    ...(own.recoveryCodesLeft > 0 ? (['recovery'] as const) : []),
  ]
}

export interface TotpRow {
  sealedSecret: string
  begunAt: Date
  confirmedAt: Date | null
}

/** False when a confirmed one exists. */
export async function writePendingTotp(tx: Connection, accountId: string, sealedSecret: string, now: Date): Promise<boolean> {
  const written = await sql`INSERT INTO identity.totp (account_id, sealed_secret, begun_at) VALUES (${accountId}, ${sealedSecret}, ${now})
    ON CONFLICT (account_id) DO UPDATE SET sealed_secret = EXCLUDED.sealed_secret, begun_at = EXCLUDED.begun_at
    WHERE totp.confirmed_at IS NULL RETURNING 1`.execute(tx)
  return written.rows.length === 1
}

export async function findTotp(connection: Connection, accountId: string): Promise<TotpRow | undefined> {
  const found = await sql<TotpRow>`SELECT sealed_secret AS "sealedSecret", begun_at AS "begunAt", confirmed_at AS "confirmedAt"
    FROM identity.totp WHERE account_id = ${accountId}`.execute(connection)
  return found.rows[0]
}

export async function confirmPendingTotp(tx: Connection, accountId: string, step: bigint, now: Date): Promise<boolean> {
  const confirmed = await sql`UPDATE identity.totp SET confirmed_at = ${now}, last_step = ${step}
    WHERE account_id = ${accountId} AND confirmed_at IS NULL RETURNING 1`.execute(tx)
  return confirmed.rows.length === 1
}

/** A step works once and never after a later one: of many parallel uses one is true. */
export async function markTotpStepUsed(tx: Connection, accountId: string, step: bigint): Promise<boolean> {
  const used = await sql`UPDATE identity.totp SET last_step = ${step}
    WHERE account_id = ${accountId} AND confirmed_at IS NOT NULL AND last_step < ${step} RETURNING 1`.execute(tx)
  return used.rows.length === 1
}

export async function deleteTotp(tx: Connection, accountId: string): Promise<boolean> {
  const deleted = await sql`DELETE FROM identity.totp WHERE account_id = ${accountId} AND confirmed_at IS NOT NULL RETURNING 1`.execute(tx)
  return deleted.rows.length === 1
}

/** An app that was confirmed later is another one. */
export async function deleteTotpConfirmedBy(tx: Connection, accountId: string, at: Date): Promise<boolean> {
  const deleted = await sql`DELETE FROM identity.totp WHERE account_id = ${accountId} AND confirmed_at <= ${at} RETURNING 1`.execute(tx)
  return deleted.rows.length === 1
}

export async function replaceRecoveryCodes(tx: Connection, accountId: string, hashes: readonly string[]): Promise<void> {
  await deleteRecoveryCodes(tx, accountId)
  await sql`INSERT INTO identity.recovery_code (account_id, code_hash) SELECT ${accountId}::uuid, unnest(${[...hashes]}::text[])`.execute(
    tx,
  )
}

export async function deleteRecoveryCodes(tx: Connection, accountId: string): Promise<void> {
  await sql`DELETE FROM identity.recovery_code WHERE account_id = ${accountId}`.execute(tx)
}

export async function deleteAllFactors(tx: Connection, accountId: string): Promise<void> {
  await sql`DELETE FROM identity.totp WHERE account_id = ${accountId}`.execute(tx)
  await sql`DELETE FROM identity.passkey WHERE account_id = ${accountId}`.execute(tx)
  await deleteRecoveryCodes(tx, accountId)
}

export async function markRecoveryCodeUsed(tx: Connection, accountId: string, codeHash: string, now: Date): Promise<boolean> {
  const used = await sql`UPDATE identity.recovery_code SET used_at = ${now}
    WHERE account_id = ${accountId} AND code_hash = ${codeHash} AND used_at IS NULL RETURNING 1`.execute(tx)
  return used.rows.length === 1
}
