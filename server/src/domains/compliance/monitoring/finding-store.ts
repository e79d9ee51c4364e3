/** SQL of findings. */
import { isGraver } from '@tunjo/contract/alert-severity'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { partsOf } from '../../../platform/phrases/coded-text.ts'
import type { Finding, RaisedFinding } from './types.ts'

export interface FoundBy {
  readonly accountId: string
  readonly rule: string
  readonly version: number
  readonly kind: number
  readonly typeId: number | null
}

/**
 * Lock on customers until the transaction ends: no other process evaluates rules about them, so the facts stay valid for the writes. Taken
 * in the order of the keys, so that two transactions never deadlock.
 */
export const lockSubjects = (tx: Transaction, accountIds: readonly string[]) =>
  sql`SELECT pg_advisory_xact_lock(key) FROM (SELECT DISTINCT hashtextextended('monitoring ' || id, 0) AS key
    FROM unnest(${accountIds}::text[]) AS id ORDER BY key) AS keys`.execute(tx)

export interface KnownFindings {
  /**
   * A finding about which another version raised an alert is not raised again; one found only in test mode is, and so is one that became
   * graver.
   */
  has(by: FoundBy, finding: Finding, mode: 'active' | 'test'): boolean
  add(by: FoundBy, finding: Finding, mode: 'active' | 'test'): void
}

interface KnownFinding extends Pick<FoundBy, 'accountId' | 'rule' | 'version'>, Pick<Finding, 'period' | 'fingerprint' | 'severity'> {
  readonly isRaised: boolean
}

/** Findings of the given ones that are recorded already. */
export async function knownFindings(tx: Transaction, found: readonly { by: FoundBy; finding: Finding }[]): Promise<KnownFindings> {
  type Known = Pick<KnownFinding, 'version' | 'isRaised' | 'severity'>
  const known = new Map<string, Known[]>()
  const keyOf = (
    { accountId, rule }: Pick<FoundBy, 'accountId' | 'rule'>,
    { period, fingerprint }: Pick<Finding, 'period' | 'fingerprint'>,
  ) => JSON.stringify([accountId, rule, period, fingerprint])
  const add = (key: string, one: Known) => known.set(key, [...(known.get(key) ?? []), one])
  for (const row of await storedFindings(tx, found)) add(keyOf(row, row), row)
  return {
    has: (by, finding, mode) =>
      (known.get(keyOf(by, finding)) ?? []).some(
        ({ version, isRaised, severity }) =>
          !isGraver(finding.severity, severity) && (version === by.version || (mode === 'active' && isRaised)),
      ),
    add: (by, finding, mode) =>
      void add(keyOf(by, finding), { version: by.version, isRaised: mode === 'active', severity: finding.severity }),
  }
}

async function storedFindings(tx: Transaction, found: readonly { by: FoundBy; finding: Finding }[]): Promise<readonly KnownFinding[]> {
  if (found.length === 0) return []
  const [accounts, rules] = [found.map(({ by }) => by.accountId), found.map(({ by }) => by.rule)]
  const [periods, fingerprints] = [found.map(({ finding }) => finding.period), found.map(({ finding }) => finding.fingerprint)]
  const { rows } = await sql<KnownFinding>`SELECT account_id AS "accountId", rule, version, period, fingerprint, severity,
      outcome <> 'test' AS "isRaised"
    FROM (SELECT DISTINCT * FROM unnest(${accounts}::uuid[], ${rules}::text[], ${periods}::text[], ${fingerprints}::text[])
      AS found (account_id, rule, period, fingerprint)) AS found JOIN monitoring.finding USING (account_id, rule, period, fingerprint)`.execute(
    tx,
  )
  return rows
}

interface NewFinding {
  readonly by: FoundBy
  readonly finding: Finding
  readonly outcome: 'opened' | 'added' | 'test'
  readonly at: Date
}

export async function insertFindings(tx: Transaction, found: readonly NewFinding[]): Promise<void> {
  const rows = found.map(({ by: { accountId, rule, version, kind, typeId }, finding, outcome, at }) => {
    const { period, fingerprint, severity, values, evidence } = finding
    const by = sql`${accountId}, ${rule}, ${version}, ${kind}, ${typeId}`
    return sql`(${newId()}, ${by}, ${period}, ${fingerprint}, ${severity}, ${String(values)}, ${partsOf(values)}, ${JSON.stringify(evidence)}, ${outcome}, ${at})`
  })
  await sql`INSERT INTO monitoring.finding
      (id, account_id, rule, version, kind, type_id, period, fingerprint, severity, said, said_parts, evidence, outcome, at)
    VALUES ${sql.join(rows)}`.execute(tx)
}

interface Open {
  readonly accountId: string
  readonly kind: number
  readonly typeId: number | null
  readonly openedAt: Date
}

interface FoundSince extends RaisedFinding, Omit<Open, 'openedAt'> {}

/** Findings of rules about alerts since these are open, oldest first. */
export async function foundSince(tx: Transaction, open: readonly Open[]): Promise<FoundSince[]> {
  if (open.length === 0) return []
  const [ids, kinds, types] = [open.map((one) => one.accountId), open.map(({ kind }) => kind), open.map(({ typeId }) => typeId)]
  const since = open.map(({ openedAt }) => openedAt)
  const found =
    await sql<FoundSince>`SELECT finding.account_id AS "accountId", finding.kind, finding.type_id AS "typeId", period, fingerprint,
      evidence
    FROM unnest(${ids}::uuid[], ${kinds}::smallint[], ${types}::integer[], ${since}::timestamptz[]) AS open (account_id, kind, type_id, since)
      JOIN monitoring.finding ON finding.account_id = open.account_id AND finding.kind = open.kind
        AND finding.type_id IS NOT DISTINCT FROM open.type_id AND at >= open.since
    WHERE outcome <> 'test' ORDER BY at, id`.execute(tx)
  return found.rows
}
