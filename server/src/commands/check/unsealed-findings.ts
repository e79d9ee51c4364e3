/**
 * Decisions about where money goes that have no seal (docs/decisions/0045-sealed-rows.md): written before sealing began, or inserted by
 * another hand. An open one is moved by no process, so that it waits for the operator.
 */
import { sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import { type Finding, fault, ok, reasonOf, warning } from '../../platform/observability/finding.ts'

interface Decision {
  readonly table: string
  /** Column of its seal. */
  readonly seal: string
  /** SQL of the rows that have this decision; default all. */
  readonly when?: string
  /** SQL of those that still decide about money. */
  readonly isOpen: string
  /** Column of its time. */
  readonly at: string
}

/** Every nullable seal of a decision about money. `unsealed-findings.test.ts` compares it with the columns of the database. */
export const SEALED_DECISIONS: readonly Decision[] = [
  { table: 'payments.bank_account', seal: 'seal', isOpen: 'deleted_at IS NULL', at: 'changed_at' },
  { table: 'payments.deposit', seal: 'seal', isOpen: `state IN ('PENDING', 'IN_REVIEW')`, at: 'created_at' },
  { table: 'payments.statement_line', seal: 'seal', isOpen: `state IN ('PENDING', 'UNMATCHED')`, at: 'created_at' },
  { table: 'payments.withdrawal', seal: 'seal', isOpen: 'ended_at IS NULL', at: 'created_at' },
  { table: 'payments.withdrawal', seal: 'review_seal', when: 'review_cause IS NOT NULL', isOpen: 'ended_at IS NULL', at: 'created_at' },
  {
    table: 'payments.withdrawal',
    seal: 'approval_seal',
    when: `approval_state = 'APPROVED'`,
    isOpen: 'ended_at IS NULL',
    at: 'created_at',
  },
  { table: 'crypto.withdrawal', seal: 'release_seal', when: 'maker_id IS NOT NULL', isOpen: 'ended_at IS NULL', at: 'created_at' },
  { table: 'trading.trade', seal: 'seal', isOpen: `state NOT IN ('settled', 'refunded')`, at: 'created_at' },
  { table: 'reconciliation.difference', seal: 'seal', when: `state = 'explained'`, isOpen: 'true', at: 'opened_at' },
  { table: 'platform.approval_request', seal: 'seal', isOpen: `state = 'proposed'`, at: 'proposed_at' },
  { table: 'platform.emergency_deed', seal: 'seal', isOpen: `deed = 'break_glass'`, at: 'at' },
]

const CHECK = 'unsealed decisions'
const SHOWN = 3
const NEXT = 'Compare each row with its customer, its officers and the provider or the bank: docs/runbooks.md, PaymentsUnproved.'

interface Unsealed {
  readonly open: number
  readonly ended: number
  readonly newest: Date | null
  readonly ids: readonly string[]
}

/** The rows of all tables, by table and seal. A warning when one of them still waits. */
export async function unsealedFindings(db: Connection): Promise<Finding[]> {
  try {
    const found = await Promise.all(SEALED_DECISIONS.map(async (decision) => ({ decision, rows: await unsealedIn(db, decision) })))
    const some = found.filter(({ rows }) => rows.open + rows.ended > 0)
    if (some.length === 0) return [ok(CHECK, 'Every decision about where money goes has its seal.')]
    return some.map(({ decision, rows }) => findingOf(decision, rows))
  } catch (error) {
    return [fault(CHECK, reasonOf(error), 'The list of unsealed decisions could not be read.')]
  }
}

function findingOf({ table, seal }: Decision, { open, ended, newest, ids }: Unsealed): Finding {
  const since = newest ? `, the newest of ${newest.toISOString().slice(0, 10)}` : ''
  const found = `${table}.${seal}: ${open} open and ${ended} ended without it${since}: ${ids.join(', ')}${open + ended > ids.length ? ', …' : ''}.`
  return open > 0 ? warning(CHECK, found, NEXT) : ok(CHECK, found)
}

async function unsealedIn(db: Connection, { table, seal, when = 'true', isOpen, at }: Decision): Promise<Unsealed> {
  const found = await sql<Unsealed>`SELECT count(*) FILTER (WHERE ${sql.raw(isOpen)})::int AS open,
      count(*) FILTER (WHERE NOT (${sql.raw(isOpen)}))::int AS ended, max(${sql.id(at)}) AS newest,
      coalesce((array_agg(id::text ORDER BY (${sql.raw(isOpen)}) DESC, ${sql.id(at)} DESC))[1:${sql.lit(SHOWN)}], '{}') AS ids
    FROM ${sql.table(table)} WHERE ${sql.id(seal)} IS NULL AND (${sql.raw(when)})`.execute(db)
  return found.rows[0] ?? { open: 0, ended: 0, newest: null, ids: [] }
}
