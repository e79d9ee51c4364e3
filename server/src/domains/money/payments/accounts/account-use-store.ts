/** SQL of bank accounts for officers: use, changes, answers of the bank, and facts of other modules through their views. */
import type { Severity } from '@tunjo/contract/alert-severity'
import type { OfficerBankAccount } from '@tunjo/contract/payments-officers'
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'
import type { KnownPerson, Payer } from '../transfers/payer.ts'
import type { BankAccountRow } from './account-store.ts'

export interface SavedAccount extends Omit<BankAccountRow, 'seal'> {
  readonly createdAt: Date
  readonly deletedAt: Date | null
  /** A payout to the account in its present form was paid: the bank refuses a payout to another holder. */
  readonly isPaid: boolean
  readonly refusedId: string | null
  readonly refusedAt: Date | null
  /** The holder as sent to the bank with the last payout. */
  readonly reported: (KnownPerson & { readonly id: string; readonly at: string }) | null
  readonly waiting: number
  readonly waitingAmount: bigint
  readonly inReview: number
  readonly payAfter: Date | null
  readonly returned: number
  readonly returnedAt: Date | null
  readonly returnedReason: string | null
  readonly sharedWith: number
}

export async function isAccount(connection: Connection, accountId: string): Promise<boolean> {
  return (await sql`SELECT FROM identity.user_report WHERE id = ${accountId}`.execute(connection)).rows.length > 0
}

/** All saved accounts with the deleted ones, newest first: accounts that are added later hide none. */
export async function savedAccounts(connection: Connection, accountId: string): Promise<SavedAccount[]> {
  const found = await sql<SavedAccount>`SELECT saved.id, saved.account_id AS "accountId", alias, bank_id AS "bankId",
      account_type AS "accountType", number, created_at AS "createdAt", changed_at AS "changedAt", deleted_at AS "deletedAt",
      EXISTS (SELECT 1 FROM payments.withdrawal paid WHERE paid.account_id = saved.account_id AND paid.bank_account_id = saved.id
        AND paid.state = 'COMPLETED' AND paid.ended_at >= saved.changed_at) AS "isPaid",
      refused.id AS "refusedId", refused.at AS "refusedAt", told.person AS reported, open.count AS waiting, open.amount AS "waitingAmount",
      open.in_review AS "inReview", open.pay_after AS "payAfter", returned.count AS returned, returned.at AS "returnedAt",
      returned.reason AS "returnedReason",
      (SELECT count(DISTINCT other.account_id)::integer FROM payments.bank_account other WHERE other.number = saved.number
        AND other.bank_id = saved.bank_id AND other.account_id <> saved.account_id) AS "sharedWith"
    FROM payments.bank_account saved
    LEFT JOIN LATERAL (SELECT id, at FROM payments.other_holder AS other WHERE other.account_id = saved.account_id AND is_payout
      AND place = saved.id AND over_at IS NULL ORDER BY at DESC LIMIT 1) AS refused ON true
    CROSS JOIN LATERAL (SELECT count(*)::integer, coalesce(sum(amount), 0) AS amount,
        (count(*) FILTER (WHERE state = 'IN_REVIEW'))::integer AS in_review, max(pay_after) AS pay_after
      FROM payments.withdrawal w WHERE w.bank_account_id = saved.id AND ended_at IS NULL) AS open
    CROSS JOIN LATERAL (SELECT count(*)::integer, max(ended_at) AS at, (array_agg(reason ORDER BY ended_at DESC))[1] AS reason
      FROM payments.withdrawal w WHERE w.account_id = saved.account_id AND w.bank_account_id = saved.id AND state = 'RETURNED'
        AND reason_code IS NOT NULL) AS returned
    LEFT JOIN LATERAL (SELECT used.person || jsonb_build_object('id', used.id, 'at', used.created_at) AS person FROM (
        SELECT id, created_at, payee AS person FROM payments.withdrawal w WHERE w.account_id = saved.account_id AND w.bank_account_id = saved.id
        UNION ALL
        SELECT id, created_at, payer FROM payments.deposit d WHERE d.account_id = saved.account_id AND d.bank_account_id = saved.id) AS used
      ORDER BY used.created_at DESC LIMIT 1) AS told ON true
    WHERE saved.account_id = ${accountId} ORDER BY saved.created_at DESC, saved.id`.execute(connection)
  return found.rows
}

export interface PlaceUse {
  readonly savedId: string
  readonly isPayout: boolean
  readonly bankId: number
  readonly number: string
  readonly count: number
  readonly amount: bigint
  readonly firstAt: Date
  readonly lastAt: Date
}

/** Money that passed through each account, by its actual destination: an account before an edit counts as another one. */
export async function usesOf(connection: Connection, accountId: string): Promise<PlaceUse[]> {
  const found =
    await sql<PlaceUse>`SELECT bank_account_id AS "savedId", is_payout AS "isPayout", bank_id AS "bankId", account_number AS number,
      count(*)::integer AS count, sum(amount) AS amount, min(ended_at) AS "firstAt", max(ended_at) AS "lastAt"
    FROM (SELECT bank_account_id, true AS is_payout, bank_id, account_number, amount, ended_at FROM payments.withdrawal
        WHERE account_id = ${accountId} AND state = 'COMPLETED'
      UNION ALL
      SELECT bank_account_id, false, bank_id, account_number, amount, ended_at FROM payments.deposit
        WHERE account_id = ${accountId} AND state = 'COMPLETED' AND bank_account_id IS NOT NULL) AS movement
    GROUP BY 1, 2, 3, 4 ORDER BY max(ended_at) DESC`.execute(connection)
  return found.rows
}

export interface ChangeRow {
  readonly savedId: string
  readonly change: OfficerBankAccount['changes'][number]['change']
  readonly at: Date
  readonly bankId: number | null
  readonly number: string | null
  readonly startedAt: Date | null
  readonly place: string | null
  readonly browser: string | null
  readonly system: string | null
}

/** All of them, oldest first, each with the sign-in of its session. */
export async function changesOf(connection: Connection, accountId: string): Promise<ChangeRow[]> {
  const found = await sql<ChangeRow>`SELECT change_of.bank_account_id AS "savedId", change, change_of.at, bank_id AS "bankId", number,
      sign_in.at AS "startedAt", place, browser, system
    FROM payments.bank_account_change AS change_of
    LEFT JOIN identity.sign_in_report AS sign_in ON sign_in.session_id = change_of.session_id
    WHERE change_of.account_id = ${accountId} ORDER BY change_of.at, change_of.id`.execute(connection)
  return found.rows
}

export interface AlertOfAccount {
  readonly savedId: string
  readonly kind: number
  readonly severity: Severity
  readonly openedAt: Date
}

/** Open alerts that point to an account, or to a payout to it. */
export async function alertsOf(connection: Connection, accountId: string): Promise<AlertOfAccount[]> {
  const found = await sql<AlertOfAccount>`SELECT DISTINCT place.saved_id AS "savedId", kind, severity, opened_at AS "openedAt"
    FROM alerts.open_reference AS alert JOIN (
      SELECT 'bank_account' AS type, id::text AS ref, id AS saved_id FROM payments.bank_account WHERE account_id = ${accountId}
      UNION ALL
      SELECT 'movement', id::text, bank_account_id FROM payments.withdrawal WHERE account_id = ${accountId} AND reason_code IS NOT NULL) AS place
      ON place.type = alert.type AND place.ref = alert.ref
    WHERE alert.account_id = ${accountId} AND kind > 1 ORDER BY kind`.execute(connection)
  return found.rows
}

export interface BlockRow {
  readonly cause: 'cooldown' | 'frozen' | 'suspended' | 'risk'
  readonly until: Date | null
}

/** Blocks as the signer asks for them: each once, with its longest duration. */
export async function blocksOf(connection: Connection, accountId: string, now: Date): Promise<BlockRow[]> {
  const found = await sql<BlockRow>`SELECT cause, CASE WHEN bool_or(until IS NULL) THEN NULL ELSE max(until) END AS until
    FROM (SELECT cause, until FROM identity.payout_block WHERE account_id = ${accountId} AND (until IS NULL OR until > ${now})
      UNION ALL SELECT 'risk', NULL FROM risk.payout_block WHERE account_id = ${accountId}) AS block
    GROUP BY cause ORDER BY cause`.execute(connection)
  return found.rows
}

export interface OtherPayerRow {
  readonly transactionId: string
  readonly at: Date
  readonly isOpen: boolean
  readonly payer: Payer
}

export async function otherPayersOf(connection: Connection, accountId: string): Promise<OtherPayerRow[]> {
  const found = await sql<OtherPayerRow>`SELECT other.id AS "transactionId", other.at, other.over_at IS NULL AS "isOpen",
      coalesce(line.payer, deposit.other_payer || '{"bank": "", "account": ""}') AS payer
    FROM payments.other_holder AS other JOIN payments.deposit ON deposit.id = other.id
      LEFT JOIN payments.statement_line AS line ON line.id = other.id
    WHERE other.account_id = ${accountId} AND NOT other.is_payout ORDER BY other.at DESC`.execute(connection)
  return found.rows
}
