/** Reading of a proof of residence by an officer: stored with the proof, and announced for its comparison (ADM-07). */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { KycContext } from '../core/context.ts'
import { lockItems } from '../core/form-store.ts'
import type { KeptProof, ProofRead } from '../core/types.ts'

const OLDEST_YEARS = 10
const PROOF_SLOT = 'proofResidence'

/** @throws Refused `request.not_found`, `kyc.proof_date`, `kyc.city_unknown` */
export async function readProof(context: KycContext, tx: Transaction, { itemId, reading, actor, at }: ProofRead): Promise<KeptProof> {
  const { outbox, audit, parameters } = context
  checkDay(reading.issuedOn, bogotaDay(at))
  if (reading.cityId !== null && !parameters.city(reading.cityId)) refuse('kyc.city_unknown')
  const [item] = await lockItems(tx, [itemId], 'update')
  if (item?.slot !== PROOF_SLOT || item.state === 'replaced') refuse('request.not_found')
  const { accountId } = item
  const kept = { ...reading, id: newId(), itemId, accountId, readBy: actor.accountId, readAt: at }
  await insertReading(tx, kept)
  await outbox.emit(tx, 'kyc.proof_read', { accountId })
  const object = { type: 'account', id: accountId }
  await audit.record(tx, { actor, action: 'kyc.proof_read', object, after: { itemId, readingId: kept.id } })
  return kept
}

function checkDay(issuedOn: string, today: string): void {
  const oldest = `${Number(today.slice(0, 4)) - OLDEST_YEARS}${today.slice(4)}`
  if (issuedOn > today || issuedOn < oldest) refuse('kyc.proof_date')
}

async function insertReading(tx: Transaction, { id, itemId, accountId, readBy, readAt, ...reading }: KeptProof): Promise<void> {
  const { holderName, address, cityId, city, issuedOn, relation } = reading
  await sql`INSERT INTO kyc.proof_reading (id, item_id, account_id, holder_name, address, city_id, city, issued_on, relation, read_by, read_at)
    VALUES (${id}, ${itemId}, ${accountId}, ${holderName}, ${address}, ${cityId}, ${city}, ${issuedOn}, ${relation}, ${readBy}, ${readAt})`.execute(
    tx,
  )
}

/** Last reading of the present proof. */
export async function lastReading(connection: Connection, accountId: string): Promise<KeptProof | null> {
  const found =
    await sql<KeptProof>`SELECT reading.id, item_id AS "itemId", reading.account_id AS "accountId", holder_name AS "holderName", address,
      city_id AS "cityId", city, issued_on::text AS "issuedOn", relation, read_by AS "readBy", read_at AS "readAt"
    FROM kyc.proof_reading reading JOIN kyc.item ON item.id = item_id
    WHERE reading.account_id = ${accountId} AND item.state <> 'replaced' ORDER BY reading.id DESC LIMIT 1`.execute(connection)
  return found.rows[0] ?? null
}
