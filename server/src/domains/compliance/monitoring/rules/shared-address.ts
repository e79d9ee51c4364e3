/**
 * Alert 10, Similitud de dirección física: the same door as customers of another family, nearly the same spelling in the same city, or the
 * door of a customer with Listas or Irregularidades. Only an officer closes it. A building without a door needs many customers.
 */

import { LISTS_ALERT } from '@tunjo/contract/alert-kinds'
import { ALERT_RULES } from '@tunjo/contract/alert-rule-catalogue'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import { CodedText } from '../../../../platform/phrases/coded-text.ts'
import { addressLikeness, hasUnit } from '../../screening/index.ts'
import { areDigestsOutdated, ownAddresses, tableOf } from '../address-store.ts'
import { defineRule } from '../define-rule.ts'
import { byAccount, factsOfToday, type OfAccount } from '../facts/moments.ts'
import { fingerprintOf, fingerprintOfAll } from '../fingerprint.ts'
import type { FactReader } from '../types.ts'
import { RULE_WORDS } from './rule-words.ts'

export interface Neighbours {
  /** The address, as the digest of the customer's home. */
  readonly home: string
  readonly hasUnit: boolean
  /** In the same block, with at least the lowest similarity that any version of the rule uses. */
  readonly others: readonly Neighbour[]
}

const NO_NEIGHBOURS: Neighbours = { home: '', hasUnit: false, others: [] }
/** Bound for one block: those who raise the severity first, and then the same address. */
const NEIGHBOURS_MAX = 200
const LIKENESS_MIN = ALERT_RULES.DIRECCION_COMPARTIDA.numbers.likePercent.minimum / 100
const SUSPICIOUS = [LISTS_ALERT, 7]
/** Types of Irregularidades without relevance for neighbours: late documents, a browser shared in a household, an account takeover. */
const HARMLESS = [706, 711, 712, 713]

const neighbours: FactReader<Neighbours> = (connection, moments) =>
  factsOfToday(
    moments,
    (ids) => neighboursOf(connection, ids),
    ([own]) => own ?? NO_NEIGHBOURS,
  )

export interface Neighbour {
  readonly id: string
  /** From 0 to 1; 1: the same address, in any spelling. */
  readonly likeness: number
  /** True when the last names are the same. */
  readonly isFamily: boolean
  /** True with an open alert of Listas or Irregularidades. */
  readonly isSuspect: boolean
}
type Row = Omit<Neighbour, 'likeness'> & OfAccount & { readonly isSame: boolean; readonly address: string }

async function neighboursOf(connection: Connection, accountIds: readonly string[]): Promise<readonly (Neighbours & OfAccount)[]> {
  const addresses = await ownAddresses(connection, accountIds)
  // Digests of two versions of the normaliser cannot be compared: evaluated again once all have one version (address-renewal.ts).
  if (addresses.length === 0 || (await areDigestsOutdated(connection))) return []
  const found = await sql<Row>`SELECT own.account_id AS "accountId", other.* FROM ${tableOf(addresses)} CROSS JOIN LATERAL (
      SELECT near.account_id AS id, near.family = own.family AS "isFamily", near.digest = own.digest AS "isSame", home.address,
        EXISTS (SELECT 1 FROM alerts.episode_report AS episode WHERE episode.account_id = near.account_id AND state = 'open'
          AND kind = ANY(${SUSPICIOUS}::smallint[]) AND coalesce(type_id, 0) <> ALL(${HARMLESS}::integer[])) AS "isSuspect"
      FROM monitoring.address AS near JOIN kyc.address_report AS home ON home.account_id = near.account_id
      WHERE (near.block = own.block OR near.digest = own.digest) AND near.account_id <> own.account_id
      ORDER BY "isSuspect" DESC, "isSame" DESC, near.account_id LIMIT ${NEIGHBOURS_MAX}) AS other`.execute(connection)
  const others = byAccount(found.rows)
  return addresses.map(({ accountId, address, normalised, digest }) => ({
    accountId,
    home: fingerprintOf(accountId, digest),
    hasUnit: hasUnit(normalised),
    others: (others.get(accountId) ?? []).flatMap(({ id, isFamily, isSuspect, isSame, address: theirs }) => {
      const likeness = isSame ? 1 : addressLikeness(address, theirs)
      return likeness >= LIKENESS_MIN ? [{ id, isFamily, isSuspect, likeness }] : []
    }),
  }))
}

export const sharedAddress = defineRule({
  name: 'DIRECCION_COMPARTIDA',
  facts: neighbours,
  isOfToday: true,
  find(facts, { strangers: strangersMin, strangersOfBuilding, likePercent }) {
    const near = facts.others.filter(({ likeness }) => likeness * 100 >= Number(likePercent))
    const strangers = near.filter(({ isFamily }) => !isFamily).map(({ id }) => id)
    const suspects = near.filter(({ isSuspect }) => isSuspect).map(({ id }) => id)
    const isSame = near.every(({ likeness }) => likeness === 1)
    const isMany = strangers.length >= (facts.hasUnit ? strangersMin : strangersOfBuilding)
    if (!isMany && suspects.length === 0) return []
    const others = [
      strangers.length > 0 ? RULE_WORDS.address.strangers(strangers.length) : [],
      strangers.length > 0 && suspects.length > 0 ? ', ' : [],
      suspects.length > 0 ? RULE_WORDS.address.suspects(suspects.length) : [],
    ].flat()
    return [
      {
        severity: suspects.length > 0 ? 'medium' : 'low',
        // A customer justified at one address, or with these people, is reviewed again with others.
        period: `address ${facts.home}`,
        fingerprint: fingerprintOfAll([...strangers.map((id) => `stranger ${id}`), ...suspects.map((id) => `suspect ${id}`)]),
        values: CodedText.join(isSame ? RULE_WORDS.address.same : RULE_WORDS.address.nearlySame, ' ', ...others),
        evidence: [...new Set([...suspects, ...strangers])].slice(0, 20).map((id) => ({ type: 'account', id })),
      },
    ]
  },
})
