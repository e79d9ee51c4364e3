/** SQL of devices, and of the places in the sign-in history. */
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../../platform/database/database.ts'
import { sha256 } from '../../../../../platform/database/ids.ts'
import type { Origin } from '../sessions/sign-in-history.ts'
import { UNKNOWN_PLACE } from './place.ts'
import type { SignInFacts } from './rules.ts'
import type { DeviceState } from './states.ts'
import type { DeviceKind } from './user-agent.ts'

export interface DeviceRow {
  id: string
  system: string
  deviceKind: DeviceKind
  browser: string
  firstSeenAt: Date
  lastSeenAt: Date
  state: DeviceState
  current: boolean
}

export async function findDevice(
  tx: Connection,
  accountId: string,
  keyHash: string,
): Promise<{ id: string; state: DeviceState } | undefined> {
  const found = await sql<{ id: string; state: DeviceState }>`SELECT id, state FROM identity.device
    WHERE account_id = ${accountId} AND key_hash = ${keyHash} AND forgotten_at IS NULL`.execute(tx)
  return found.rows[0]
}

/** Hash of the browser's key when the account knows it, else null. */
export async function findKnownDevice(
  connection: Connection,
  whose: { email: string } | { accountId: string },
  deviceKey: string | null,
): Promise<string | null> {
  if (deviceKey === null) return null
  const keyHash = sha256(deviceKey)
  const owner = 'email' in whose ? sql`email = ${whose.email}` : sql`account.id = ${whose.accountId}`
  const found = await sql`SELECT 1 FROM identity.device JOIN identity.account ON account.id = account_id
    WHERE ${owner} AND key_hash = ${keyHash} AND device.state = 'known' AND forgotten_at IS NULL`.execute(connection)
  return found.rows.length > 0 ? keyHash : null
}

/** Key of the device's separate bucket in the rate limit; `account` is the id or the e-mail, as in the account's bucket. */
export const deviceTries = (account: string, keyHash: string): string => `${account} ${keyHash}`

/** All of them: a new password empties the bucket of each. */
export async function keysOfDevices(connection: Connection, accountId: string): Promise<string[]> {
  const found = await sql<{ keyHash: string }>`SELECT key_hash AS "keyHash" FROM identity.device
    WHERE account_id = ${accountId} AND forgotten_at IS NULL`.execute(connection)
  return found.rows.map(({ keyHash }) => keyHash)
}

/** A place without a name is identified by its network only. */
export async function gatherFacts(tx: Connection, accountId: string, origin: Origin): Promise<Omit<SignInFacts, 'deviceState'>> {
  const { network, place, system, browser } = origin
  const alike = (state: DeviceState) => sql`EXISTS (SELECT 1 FROM identity.sign_in JOIN identity.device ON device.id = device_id
    WHERE sign_in.account_id = ${accountId} AND result = 'entered' AND network = ${network} AND state = ${state} AND forgotten_at IS NULL
      AND device.system = ${system} AND device.browser = ${browser})`
  const found = await sql<Omit<SignInFacts, 'deviceState'>>`SELECT
      NOT EXISTS (SELECT 1 FROM identity.device WHERE account_id = ${accountId}) AS "isFirst",
      ${alike('known')} AND NOT ${alike('blocked')} AS "resemblesKnown",
      EXISTS (SELECT 1 FROM identity.sign_in WHERE account_id = ${accountId} AND result = 'entered' AND vouched
        AND network = ${network}) AS "isNetworkKnown",
      EXISTS (SELECT 1 FROM identity.sign_in WHERE account_id = ${accountId} AND result = 'entered' AND vouched
        AND place = ${place.label} AND place <> ${UNKNOWN_PLACE}) AS "isCityKnown"`.execute(tx)
  const [facts] = found.rows
  if (!facts) throw new Error('a SELECT without FROM answers one row')
  return facts
}

export interface SeenDevice {
  id: string
  accountId: string
  keyHash: string
  origin: Origin
  /** State of a new device; a known one keeps its state. */
  state: DeviceState
  at: Date
}

export async function insertDevice(tx: Connection, { id, accountId, keyHash, origin, state, at }: SeenDevice): Promise<void> {
  await sql`INSERT INTO identity.device (id, account_id, key_hash, system, device_kind, browser, state, first_seen_at, last_seen_at)
    VALUES (${id}, ${accountId}, ${keyHash}, ${origin.system}, ${origin.deviceKind}, ${origin.browser}, ${state}, ${at}, ${at})`.execute(tx)
}

export async function updateSeen(tx: Connection, id: string, origin: Origin, at: Date): Promise<void> {
  await sql`UPDATE identity.device SET system = ${origin.system}, device_kind = ${origin.deviceKind}, browser = ${origin.browser},
    last_seen_at = ${at} WHERE id = ${id}`.execute(tx)
}

/** All of them, newest first: one that is not listed cannot be removed. */
export async function listDevices(connection: Connection, accountId: string, sessionId: string): Promise<DeviceRow[]> {
  const found = await sql<DeviceRow>`SELECT id, system, device_kind AS "deviceKind", browser, first_seen_at AS "firstSeenAt",
      last_seen_at AS "lastSeenAt", state,
      EXISTS (SELECT 1 FROM identity.sign_in WHERE device_id = device.id AND session_id = ${sessionId}) AS current
    FROM identity.device WHERE account_id = ${accountId} AND forgotten_at IS NULL
    ORDER BY last_seen_at DESC, id DESC`.execute(connection)
  return found.rows
}

/** Undefined when the account has no such device. */
export async function findOwnDevice(
  connection: Connection,
  accountId: string,
  id: string,
): Promise<Pick<DeviceRow, 'system' | 'browser'> | undefined> {
  const found = await sql<Pick<DeviceRow, 'system' | 'browser'>>`SELECT system, browser FROM identity.device
    WHERE account_id = ${accountId} AND id::text = ${id} AND forgotten_at IS NULL`.execute(connection)
  return found.rows[0]
}

/** False when the account has no such device. */
export async function removeDevice(tx: Connection, accountId: string, id: string, now: Date): Promise<boolean> {
  const erased = await sql`UPDATE identity.device SET forgotten_at = ${now}
    WHERE account_id = ${accountId} AND id::text = ${id} AND forgotten_at IS NULL RETURNING 1`.execute(tx)
  return erased.rows.length === 1
}

export interface JudgedSignIn {
  id: string
  at: Date
  ip: string
  network: string
  country: string | null
  deviceId: string | null
}

/** Returns its device; null when it was denied before. */
export async function confirmSignIn(tx: Transaction, id: string, now: Date): Promise<string | null> {
  const confirmed = await sql<{
    deviceId: string | null
  }>`UPDATE identity.sign_in SET vouched = true, confirmed_at = ${now} WHERE id = ${id} AND denied_at IS NULL
    RETURNING device_id AS "deviceId"`.execute(tx)
  return confirmed.rows[0]?.deviceId ?? null
}

/** Removes the device's sign-ins from the person's known places. */
export async function denySignIn(tx: Transaction, id: string, now: Date): Promise<JudgedSignIn | undefined> {
  const denied =
    await sql<JudgedSignIn>`UPDATE identity.sign_in SET denied_at = ${now}, vouched = false, confirmed_at = NULL WHERE id = ${id}
    RETURNING id, at, ip, network, country, device_id AS "deviceId"`.execute(tx)
  const [signIn] = denied.rows
  if (signIn?.deviceId)
    await sql`UPDATE identity.sign_in SET vouched = false, confirmed_at = NULL WHERE device_id = ${signIn.deviceId}`.execute(tx)
  return signIn
}

/** Blocks every sign-in until the password is reset by mail. */
export async function requireReset(tx: Transaction, accountId: string, now: Date): Promise<void> {
  await sql`UPDATE identity.account SET reset_required_at = ${now} WHERE id = ${accountId}`.execute(tx)
}
