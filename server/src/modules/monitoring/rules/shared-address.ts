/**
 * Alert 10, Similitud de dirección física: the same door as others of another family, or as one with Listas or Irregularidades. Only an
 * officer closes it. A building without a door tells something only of many.
 */
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database.ts'
import { hasUnit } from '../../screening/index.ts'
import { ownAddresses, tableOf } from '../address-store.ts'
import { defineRule } from '../define-rule.ts'
import { byAccount, factsOfToday, type OfAccount } from '../facts/moments.ts'
import { counted } from '../figures-text.ts'
import type { FactReader } from '../types.ts'

export interface Neighbours {
  readonly hasUnit: boolean
  /** Same address and other last names. */
  readonly strangers: readonly string[]
  /** Same address and an open alert of Listas or Irregularidades, of whatever family. */
  readonly suspects: readonly string[]
}

const NOBODY: Neighbours = { hasUnit: false, strangers: [], suspects: [] }
const NEIGHBOURS_MAX = 200
const SUSPICIOUS = [2, 7]

const neighbours: FactReader<Neighbours> = (connection, moments) =>
  factsOfToday(
    moments,
    (ids) => neighboursOf(connection, ids),
    ([own]) => own ?? NOBODY,
  )

interface Neighbour extends OfAccount {
  readonly id: string
  readonly isFamily: boolean
  readonly isSuspect: boolean
}

async function neighboursOf(connection: Connection, accountIds: readonly string[]): Promise<readonly (Neighbours & OfAccount)[]> {
  const addresses = await ownAddresses(connection, accountIds)
  if (addresses.length === 0) return []
  const found = await sql<Neighbour>`SELECT own.account_id AS "accountId", other.* FROM ${tableOf(addresses)} CROSS JOIN LATERAL (
      SELECT account_id AS id, address.family = own.family AS "isFamily",
        EXISTS (SELECT 1 FROM alerts.episode_report AS episode WHERE episode.account_id = address.account_id AND state = 'open'
          AND kind = ANY(${SUSPICIOUS}::smallint[])) AS "isSuspect"
      FROM monitoring.address WHERE address.digest = own.digest AND account_id <> own.account_id
      ORDER BY account_id LIMIT ${NEIGHBOURS_MAX}) AS other`.execute(connection)
  const others = byAccount(found.rows)
  return addresses.map(({ accountId, normalised }) => {
    const idsOf = (wanted: (other: Neighbour) => boolean) => (others.get(accountId) ?? []).filter(wanted).map(({ id }) => id)
    return {
      accountId,
      hasUnit: hasUnit(normalised),
      strangers: idsOf(({ isFamily }) => !isFamily),
      suspects: idsOf(({ isSuspect }) => isSuspect),
    }
  })
}

export const sharedAddress = defineRule({
  name: 'DIRECCION_COMPARTIDA',
  facts: neighbours,
  isOfToday: true,
  find(facts, { strangers: strangersMin, strangersOfBuilding }) {
    const { strangers, suspects } = facts
    const isMany = strangers.length >= (facts.hasUnit ? strangersMin : strangersOfBuilding)
    if (!isMany && suspects.length === 0) return []
    const others = [
      strangers.length > 0 ? `${counted(strangers.length, 'cliente', 'clientes')} de otros apellidos` : [],
      suspects.length > 0 ? `${suspects.length} con alertas de Listas o Irregularidades` : [],
    ].flat()
    return [
      {
        severity: suspects.length > 0 ? 'medium' : 'low',
        period: 'address',
        fingerprint: `${strangers.length} ${suspects.length}`,
        values: `la misma dirección que ${others.join(', ')}`,
        evidence: [...new Set([...suspects, ...strangers])].slice(0, 20).map((id) => ({ type: 'account', id })),
      },
    ]
  },
})
