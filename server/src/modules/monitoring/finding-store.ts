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

/**
 * Until the transaction ends nobody else asks rules about these people: what a rule read stays true of what it writes. In the order of the
 * keys, so that two who take several wait for each other and never in a circle.
 */
export const lockSubjects = (tx: Transaction, accountIds: readonly string[]) =>
  sql`SELECT pg_advisory_xact_lock(key) FROM (SELECT DISTINCT hashtextextended('monitoring ' || id, 0) AS key
    FROM unnest(${accountIds}::text[]) AS id ORDER BY key) AS keys`.execute(tx)

export interface KnownFindings {
  /** An alert that another version raised about the same is not raised again; what was only found in test is. */
  has(by: FoundBy, finding: Finding, mode: 'active' | 'test'): boolean
  add(by: FoundBy, finding: Finding, mode: 'active' | 'test'): void
}

interface KnownFinding extends Pick<FoundBy, 'accountId' | 'rule' | 'version'>, Pick<Finding, 'period' | 'fingerprint'> {
  readonly isRaised: boolean
}

/** Which of these were written down before. */
export async function knownFindings(tx: Transaction, found: readonly { by: FoundBy; finding: Finding }[]): Promise<KnownFindings> {
  const known = new Map<string, Pick<KnownFinding, 'version' | 'isRaised'>[]>()
  const keyOf = (
    { accountId, rule }: Pick<FoundBy, 'accountId' | 'rule'>,
    { period, fingerprint }: Pick<Finding, 'period' | 'fingerprint'>,
  ) => JSON.stringify([accountId, rule, period, fingerprint])
  const add = (key: string, one: Pick<KnownFinding, 'version' | 'isRaised'>) => known.set(key, [...(known.get(key) ?? []), one])
  for (const row of await storedFindings(tx, found)) add(keyOf(row, row), row)
  return {
    has: (by, finding, mode) =>
      (known.get(keyOf(by, finding)) ?? []).some(({ version, isRaised }) => version === by.version || (mode === 'active' && isRaised)),
    add: (by, finding, mode) => void add(keyOf(by, finding), { version: by.version, isRaised: mode === 'active' }),
  }
}

async function storedFindings(tx: Transaction, found: readonly { by: FoundBy; finding: Finding }[]): Promise<readonly KnownFinding[]> {
  if (found.length === 0) return []
  const [accounts, rules] = [found.map(({ by }) => by.accountId), found.map(({ by }) => by.rule)]
  const [periods, fingerprints] = [found.map(({ finding }) => finding.period), found.map(({ finding }) => finding.fingerprint)]
  const { rows } = await sql<KnownFinding>`SELECT account_id AS "accountId", rule, version, period, fingerprint,
      outcome <> 'test' AS "isRaised"
    FROM (SELECT DISTINCT * FROM unnest(${accounts}::uuid[], ${rules}::text[], ${periods}::text[], ${fingerprints}::text[])
      AS found (account_id, rule, period, fingerprint)) AS found JOIN monitoring.finding USING (account_id, rule, period, fingerprint)`.execute(
    tx,
  )
  return rows
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
  readonly accountId: string
  readonly kind: number
  readonly openedAt: Date
}

/** What rules found about alerts since they are open. */
export async function foundSince(tx: Transaction, open: readonly Open[]) {
  if (open.length === 0) return []
  const [ids, kinds, since] = [open.map((one) => one.accountId), open.map(({ kind }) => kind), open.map(({ openedAt }) => openedAt)]
  const found = await sql<{ accountId: string; kind: number; fingerprint: string }>`SELECT DISTINCT finding.account_id AS "accountId",
      finding.kind, fingerprint
    FROM unnest(${ids}::uuid[], ${kinds}::smallint[], ${since}::timestamptz[]) AS open (account_id, kind, since)
      JOIN monitoring.finding ON finding.account_id = open.account_id AND finding.kind = open.kind AND at >= open.since
    WHERE outcome <> 'test'`.execute(tx)
  return found.rows
}
