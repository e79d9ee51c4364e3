/** Sign-in history: every try to sign in to a known account leaves a row that its owner can read (ID-06). */
import type { SIGN_IN_RESULTS } from '@tunjo/contract/devices'
import { sql } from 'kysely'
import { type Connection, inTransaction } from '../../../../../platform/database/database.ts'
import { newId } from '../../../../../platform/database/ids.ts'
import { foldText } from '../../../../../platform/database/list-query.ts'
import { networkOf } from '../../../../../platform/http/network.ts'
import { Refused } from '../../../../../platform/http/refusal.ts'
import type { IdentityContext } from '../context.ts'
import { locate, type Place } from '../devices/place.ts'
import { type Equipment, equipmentOf } from '../devices/user-agent.ts'

export type SignInResult = (typeof SIGN_IN_RESULTS)[number]

export interface FailedSignIn {
  accountId: string
  ip: string
  userAgent: string
  result: Exclude<SignInResult, 'entered'>
}
/** Facts from the IP address and user agent. */
export interface Origin extends Equipment {
  ip: string
  network: string
  place: Place
}
export interface NewSignIn {
  id: string
  accountId: string
  at: Date
  origin: Origin
  result: SignInResult
  sessionId: string | null
  deviceId: string | null
  vouched: boolean
}

export async function recordFailure(
  { db, clock }: Pick<IdentityContext, 'db' | 'clock'>,
  { accountId, ip, userAgent, result }: FailedSignIn,
): Promise<void> {
  const origin = await originOf(ip, userAgent)
  const none = { sessionId: null, deviceId: null, vouched: false }
  await inTransaction(db, async (tx) => {
    // Without the wait for the disk, an answer for an unknown account takes as long as one that wrote a row.
    await sql`SELECT set_config('synchronous_commit', 'off', true)`.execute(tx)
    await insertSignIn(tx, { id: newId(), accountId, at: clock.now(), origin, result, ...none })
  })
}

/** Records a sign-in that is refused to the proven person: blocked device, frozen account. */
export async function recordingRefusal<T>(
  context: Pick<IdentityContext, 'db' | 'clock'>,
  attempt: Omit<FailedSignIn, 'result'>,
  enter: () => Promise<T>,
): Promise<T> {
  try {
    return await enter()
  } catch (error) {
    if (error instanceof Refused) await recordFailure(context, { ...attempt, result: 'refused' })
    throw error
  }
}

export async function originOf(ip: string, userAgent: string): Promise<Origin> {
  return { ip, network: networkOf(ip), place: await locate(ip), ...equipmentOf(userAgent) }
}

/** No effect for an unknown account. */
export async function insertSignIn(tx: Connection, signIn: NewSignIn): Promise<void> {
  const { id, accountId, at, origin, result, sessionId, deviceId, vouched } = signIn
  const { ip, network, place, system, deviceKind, browser } = origin
  const searchText = foldText([ip, place.label, system, browser].join(' '))
  await sql`INSERT INTO identity.sign_in (id, account_id, at, ip, network, country, city, place, system, device_kind, browser, search_text,
      result, session_id, device_id, vouched, latitude, longitude)
    SELECT ${id}::uuid, id, ${at}::timestamptz, ${ip}, ${network}, ${place.country}, ${place.city}, ${place.label}, ${system}, ${deviceKind},
      ${browser}, ${searchText}, ${result}, ${sessionId}::uuid, ${deviceId}::uuid, ${vouched}::boolean,
      ${place.coordinates?.latitude ?? null}::numeric, ${place.coordinates?.longitude ?? null}::numeric
    FROM identity.account WHERE id = ${accountId}`.execute(tx)
}
