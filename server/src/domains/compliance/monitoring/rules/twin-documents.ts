/** Alert 7, Irregularidades, suplantación: the same document number, or the same file, in another account. Only an officer closes it. */
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import { defineRule } from '../define-rule.ts'
import { factsOfToday, type OfAccount } from '../facts/moments.ts'
import type { FactReader, Finding } from '../types.ts'
import { RULE_WORDS } from './rule-words.ts'

export interface Twin {
  readonly what: 'document' | 'file'
  readonly slot: string | null
  readonly otherId: string
}

const twins: FactReader<readonly Twin[]> = (connection, moments) =>
  factsOfToday(
    moments,
    (ids) => twinsOf(connection, ids),
    (own) => own,
  )

async function twinsOf(connection: Connection, accountIds: readonly string[]): Promise<readonly (Twin & OfAccount)[]> {
  const found = await sql<Twin & OfAccount>`SELECT twin.* FROM unnest(${accountIds}::uuid[]) AS asked (account_id) CROSS JOIN LATERAL (
      SELECT DISTINCT account_id AS "accountId", what, slot, other_id AS "otherId" FROM kyc.twin_report AS report
      WHERE report.account_id = asked.account_id ORDER BY what, slot, "otherId" LIMIT 20) AS twin`.execute(connection)
  return found.rows
}

export const twinDocuments = defineRule({
  name: 'DOCUMENTO_REPETIDO',
  facts: twins,
  isOfToday: true,
  find: (found) =>
    found.map(
      ({ what, slot, otherId }): Finding => ({
        severity: 'high',
        period: `${what} ${slot ?? ''}`.trim(),
        fingerprint: otherId,
        values: what === 'document' ? RULE_WORDS.document.sameNumber : RULE_WORDS.document.sameFile(RULE_WORDS.document.slots(slot ?? '')),
        evidence: [{ type: 'account', id: otherId }],
      }),
    ),
})
