/** Findings of a rule, newest first: in test mode they are its only result. */
import type { FindingPage, FindingsAsked } from '@tunjo/contract/alert-rules'
import type { Locale } from '@tunjo/contract/locales'
import { sql } from 'kysely'
import type { PersonActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { pageOf } from '../../../../platform/database/list-query.ts'
import { renderStored, type StoredParts } from '../../../../platform/phrases/coded-text.ts'
import type { CatalogueContext } from '../context.ts'
import type { RuleName } from '../numbers.ts'
import { RULE_CATALOGUE } from '../rules/rule-words.ts'

/** Bound of the count: an officer who needs more is looking for one customer, and uses the customer's page. */
const TOTAL_MAX = 10_000

type Row = FindingPage['results'][number]
type StoredRow = Omit<Row, 'at'> & { readonly at: Date; readonly parts: StoredParts | null }

interface Asked extends FindingsAsked {
  readonly rule: RuleName
  readonly callerId: string
  readonly actor: PersonActor
  readonly locale: Locale
}

/** The access is recorded in the audit trail. Findings about the requesting officer are omitted (Ley 526 de 1999). */
export async function ruleFindings({ db, audit }: CatalogueContext, asked: Asked): Promise<FindingPage> {
  const { rule, outcome, pageIndex, size, callerId, actor, locale } = asked
  const object = { type: 'alert_rule', id: rule }
  await inTransaction(db, (tx) =>
    audit.record(tx, { actor, action: 'monitoring.findings_viewed', object, after: { outcome: outcome ?? null, pageIndex } }),
  )
  const wanted = sql`rule = ${rule} AND account_id <> ${callerId} AND ${
    outcome === undefined ? sql`true` : outcome === 'test' ? sql`outcome = 'test'` : sql`outcome <> 'test'`
  }`
  const counted = await sql<{ total: number }>`SELECT count(*)::integer AS total
    FROM (SELECT 1 FROM monitoring.finding WHERE ${wanted} LIMIT ${TOTAL_MAX}) AS counted`.execute(db)
  const found = await sql<StoredRow>`SELECT id, account_id AS "accountId", version, outcome, severity, said, said_parts AS parts, at
    FROM monitoring.finding WHERE ${wanted} ORDER BY at DESC, id DESC LIMIT ${size} OFFSET ${pageIndex * size}`.execute(db)
  const rows = found.rows.map(({ at, said, parts, ...row }) => ({
    ...row,
    said: renderStored({ rules: RULE_CATALOGUE }, { text: said, parts }, locale),
    at: at.toISOString(),
  }))
  return pageOf(rows, counted.rows[0]?.total ?? 0, size)
}
