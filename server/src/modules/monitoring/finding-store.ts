/** SQL of findings. */
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'
import type { Finding } from './types.ts'

export interface FoundBy {
  readonly accountId: string
  readonly rule: string
  readonly version: number
  readonly kind: number
  readonly typeId: number | null
}

/** Until the transaction ends nobody else asks rules about this person: what a rule read stays true of what it writes. */
export const lockSubject = (tx: Transaction, accountId: string) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`monitoring ${accountId}`}, 0))`.execute(tx)

/** An alert that another version raised about the same is not raised again; what was only found in test is. */
export async function isKnown(
  tx: Transaction,
  { accountId, rule, version }: FoundBy,
  { period, fingerprint }: Finding,
  mode: 'active' | 'test',
): Promise<boolean> {
  const raised = mode === 'active' ? sql`OR outcome <> 'test'` : sql``
  const found = await sql`SELECT 1 FROM monitoring.finding WHERE account_id = ${accountId} AND rule = ${rule}
    AND period = ${period} AND fingerprint = ${fingerprint} AND (version = ${version} ${raised})`.execute(tx)
  return found.rows.length > 0
}

export async function insertFinding(
  tx: Transaction,
  { accountId, rule, version, kind, typeId }: FoundBy,
  { period, fingerprint, severity, values, evidence }: Finding,
  { outcome, at }: { outcome: 'opened' | 'added' | 'test'; at: Date },
): Promise<void> {
  await sql`INSERT INTO monitoring.finding
      (id, account_id, rule, version, kind, type_id, period, fingerprint, severity, said, evidence, outcome, at)
    VALUES (${newId()}, ${accountId}, ${rule}, ${version}, ${kind}, ${typeId}, ${period}, ${fingerprint}, ${severity}, ${values},
      ${JSON.stringify(evidence)}, ${outcome}, ${at})`.execute(tx)
}

interface Open {
  readonly kind: number
  readonly openedAt: Date
}

/** What rules found about alerts since they are open. */
export async function foundSince(tx: Transaction, accountId: string, open: readonly Open[]) {
  const [kinds, since] = [open.map(({ kind }) => kind), open.map(({ openedAt }) => openedAt)]
  const found = await sql<{ kind: number; fingerprint: string }>`SELECT DISTINCT finding.kind, fingerprint FROM monitoring.finding
    JOIN unnest(${kinds}::smallint[], ${since}::timestamptz[]) AS open (kind, since) ON finding.kind = open.kind AND at >= open.since
    WHERE account_id = ${accountId} AND outcome <> 'test'`.execute(tx)
  return found.rows
}
