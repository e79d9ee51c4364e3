/** SQL of the evidence of alerts, from the views of its owners: one query for each type, for any number of references. */
import type { AlertEvidence, EvidenceType } from '@tunjo/contract/alert-evidence'
import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Connection } from '../../../../platform/database/database.ts'
import type { EvidenceRef } from './types.ts'

export interface KnownEvidence {
  readonly id: string
  readonly at: Date | null
  readonly facts: Readonly<Record<keyof AlertEvidence['facts'], string | null>>
  /** The fields of a form. */
  readonly fields: Readonly<Record<string, unknown>> | null
}

const MOVEMENT = sql`SELECT id, created_at AS at, jsonb_build_object('kind', kind, 'rail', rail, 'state', state, 'asset', asset,
    'amount', amount::text, 'receivedAsset', received_asset, 'receivedAmount', received_amount::text, 'ending', ending,
    'hash', CASE WHEN rail = 'ERC20' THEN reference END) AS facts, NULL::jsonb AS fields`
const MOVEMENTS = ['payments.deposit_movement', 'payments.withdrawal_movement', 'crypto.deposit_movement', 'crypto.withdrawal_movement']
const NO_FIELDS = sql`NULL::jsonb AS fields`

/** Rows (id, at, facts, fields). A browser or a network is not an object with data to read. */
const SOURCES: Readonly<Partial<Record<EvidenceType, (ids: RawBuilder<unknown>) => RawBuilder<unknown>>>> = {
  movement: (ids) =>
    sql.join(
      MOVEMENTS.map((view) => sql`${MOVEMENT} FROM ${sql.table(view)} WHERE id = ANY(${ids})`),
      sql` UNION ALL `,
    ),
  trade: (ids) => sql`${MOVEMENT} FROM trading.trade_movement WHERE id = ANY(${ids})`,
  kyc_item: (ids) => sql`SELECT id, at, jsonb_build_object('form', form, 'slot', slot, 'state', state) AS facts, facts AS fields
    FROM kyc.item_report WHERE id = ANY(${ids})`,
  survey: (ids) => sql`SELECT id, answered_at AS at, jsonb_build_object('month', response_a::text, 'year', response_b::text) AS facts,
    ${NO_FIELDS} FROM kyc.survey_report WHERE id = ANY(${ids})`,
  sign_in: (ids) => sql`SELECT id, at, jsonb_build_object('place', place, 'network', ip, 'browser', browser, 'system', system) AS facts,
    ${NO_FIELDS} FROM identity.sign_in_report WHERE id = ANY(${ids})`,
  account: (ids) => sql`SELECT person.account_id AS id, person.created_at AS at,
    jsonb_build_object('name', name, 'email', person.email) AS facts, ${NO_FIELDS} FROM reports.case_person AS person
    WHERE person.account_id = ANY(${ids}) AND NOT EXISTS (SELECT 1 FROM retention.forgotten
      WHERE forgotten.account_id = person.account_id AND forgotten_at > person.closed_at)`,
  bank_account: (ids) => sql`SELECT id, created_at AS at,
    jsonb_build_object('ending', ending, 'state', CASE WHEN deleted_at IS NULL THEN 'there' ELSE 'deleted' END) AS facts, ${NO_FIELDS}
    FROM payments.bank_account_report WHERE id = ANY(${ids})`,
  email_change: (ids) => sql`SELECT id, changed_at AS at,
    jsonb_build_object('state', CASE WHEN undone_at IS NULL THEN 'changed' ELSE 'undone' END) AS facts, ${NO_FIELDS}
    FROM identity.email_change_report WHERE id = ANY(${ids})`,
  refusal: (ids) => sql`SELECT operation_id AS id, at, jsonb_build_object('direction', direction, 'asset', 'COP', 'amount', amount::text,
    'maximum', maximum::text) AS facts, ${NO_FIELDS} FROM limits.refusal_report WHERE operation_id = ANY(${ids})`,
  list_hit: (ids) => sql`SELECT id, at, jsonb_build_object('list', list, 'state', state) AS facts, ${NO_FIELDS}
    FROM screening.hit_report WHERE id = ANY(${ids})`,
  black_list_entry: (ids) => sql`SELECT id, at, jsonb_build_object('kind', kind, 'name', masked) AS facts, ${NO_FIELDS}
    FROM blacklist.entry_report WHERE id = ANY(${ids})`,
  background_check: (ids) => sql`SELECT id, at, jsonb_build_object('state', state, 'gravest', gravest) AS facts, ${NO_FIELDS}
    FROM screening.check_report WHERE id = ANY(${ids})`,
  alert: (ids) => sql`SELECT id, opened_at AS at, jsonb_build_object('alert', kind::text, 'state', state) AS facts, ${NO_FIELDS}
    FROM alerts.episode WHERE id = ANY(${ids})`,
}

export const keyOf = ({ type, id }: Pick<EvidenceRef, 'type' | 'id'>): string => `${type} ${id}`

/** Keyed by `keyOf`; evidence that no longer exists is omitted. */
export async function readEvidence(connection: Connection, refs: readonly EvidenceRef[]): Promise<ReadonlyMap<string, KnownEvidence>> {
  const ids = new Map<EvidenceType, Set<string>>()
  for (const { type, id } of refs) if (isUuid(id)) ids.set(type, (ids.get(type) ?? new Set()).add(id))
  const known = new Map<string, KnownEvidence>()
  for (const [type, own] of ids) {
    const source = SOURCES[type]?.(sql`${[...own]}::uuid[]`)
    if (!source) continue
    const found = await source.execute(connection)
    for (const row of found.rows as readonly KnownEvidence[]) known.set(keyOf({ type, id: row.id }), row)
  }
  return known
}
