/** Fiat (ADM-15): bank deposits or withdrawals of all customers, as a page or as CSV. */
import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import { formatUnits } from '@tunjo/contract/money'
import { type FiatChoice, type FiatReportFilter, type FiatReportRow, filterOfState, TRANSACTION_TYPE } from '@tunjo/contract/money-reports'
import { TRANSACTION_STATES, type TransactionState } from '@tunjo/contract/payments'
import type { ApprovalStateOfMoney } from '@tunjo/contract/withdrawal-queue'
import { type RawBuilder, sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import { CSV_ROWS_READ, type CsvList, listToCsv } from '../../../../platform/csv/csv.ts'
import { dateForSheets } from '../../../../platform/csv/date-for-sheets.ts'
import type { Connection } from '../../../../platform/database/database.ts'
import { allOf } from '../../../../platform/database/list-query.ts'
import { type Sheet, sheetOf } from '../../../../platform/exports/index.ts'
import type { Parameters } from '../../../reference/parameters/index.ts'
import { EXPORT_WORDS } from '../export-words.ts'
import { approvedBy, inWord, isChosen, isId, onDay } from './filters.ts'

type Banks = Pick<Parameters, 'bank'>

interface Row {
  id: string
  accountId: string
  amount: bigint
  state: TransactionState
  createdAt: Date
  endedAt: Date | null
  bankId: number
  accountNumber: string
  accountType: 9 | 10
  approvalState: ApprovalStateOfMoney | null
  approver: string | null
  providerId: string | null
  lastOfficer: string | null
}

export async function listFiat(connection: Connection, parameters: Banks, { pageIndex, itemsPerPage, ...choice }: FiatReportFilter) {
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total ${fromMovements(choice)}`.execute(connection)
  const rows = await read(connection, choice, { limit: itemsPerPage, offset: pageIndex * itemsPerPage })
  const total = counted.rows[0]?.total ?? 0
  return {
    transactionReportDTOList: rows.map((row) => shown(parameters, row)),
    total,
    pagesNumber: Math.ceil(total / itemsPerPage),
  }
}

const DEPOSIT_HEADER = ['userId', 'transactionId', 'asset', 'amount', 'state', 'creationDate', 'internalID']
const WITHDRAWAL_HEADER = [
  'userId', 'transactionId', 'creationDate', 'confirmationDate', 'asset', 'amount', 'bankName', 'accountName', 'accountType',
  'aprobationState', 'aprobador', 'state', 'internalID',
] // biome-ignore format: one list
/** The specification fixes the text of these files. */
const { accountTypes, approvals } = EXPORT_WORDS[DEFAULT_LOCALE]
const APPROVAL_WORDS: Readonly<Record<ApprovalStateOfMoney, string>> = approvals

/** Columns as the specification lists them. */
export async function fiatCsv(connection: Connection, banks: Banks, choice: FiatChoice): Promise<CsvList> {
  const rows = await read(connection, choice, { limit: CSV_ROWS_READ, offset: 0 })
  return listToCsv(headerOf(choice), rows.map(cellsOf(banks, choice)))
}

export const fiatSheet = (banks: Banks, choice: FiatChoice): Sheet =>
  sheetOf({
    header: headerOf(choice),
    count: sql<{ total: number }>`SELECT count(*)::int AS total ${fromMovements(choice)}`,
    rows: select(choice, { limit: null, offset: 0 }),
    cells: cellsOf(banks, choice),
  })

const isOfDeposits = ({ transactionType }: FiatChoice): boolean => transactionType === TRANSACTION_TYPE.deposit
const headerOf = (choice: FiatChoice) => (isOfDeposits(choice) ? DEPOSIT_HEADER : WITHDRAWAL_HEADER)
const cellsOf = (banks: Banks, choice: FiatChoice) => (isOfDeposits(choice) ? depositCells : (row: Row) => withdrawalCells(banks, row))

const pesos = ({ amount }: Row) => formatUnits(amount, 2)
const depositCells = (row: Row) => [
  row.accountId,
  row.id,
  'COP',
  pesos(row),
  filterOfState(row.state),
  dateForSheets(row.createdAt),
  row.providerId,
]
const withdrawalCells = ({ bank }: Banks, row: Row) => [
  row.accountId,
  row.id,
  dateForSheets(row.createdAt),
  row.endedAt && dateForSheets(row.endedAt),
  'COP',
  pesos(row),
  bank(row.bankId)?.name ?? '',
  row.accountNumber,
  accountTypes[row.accountType],
  row.approvalState && APPROVAL_WORDS[row.approvalState],
  row.approver,
  filterOfState(row.state),
  row.providerId,
]

const emailOf = (id: RawBuilder<unknown>) => sql`(SELECT email FROM identity.user_report WHERE id = ${id})`

const read = async (connection: Connection, choice: FiatChoice, page: { limit: number; offset: number }): Promise<Row[]> =>
  (await select(choice, page).execute(connection)).rows

function select(choice: FiatChoice, { limit, offset }: { limit: number | null; offset: number }): RawBuilder<Row> {
  const own = isOfDeposits(choice)
    ? sql`provider_transaction_id AS provider_id, NULL::text AS approval_state, NULL::uuid AS approver_id`
    : sql`payout_id AS provider_id, approval_state, approver_id`
  return sql<Row>`WITH page AS (
      SELECT id, account_id, amount, state, created_at, ended_at, bank_id, account_number, account_type, ${own}
      ${fromMovements(choice)} ${orderOf(choice)} LIMIT ${limit} OFFSET ${offset})
    SELECT id, account_id AS "accountId", amount, state, created_at AS "createdAt", ended_at AS "endedAt", bank_id AS "bankId",
      account_number AS "accountNumber", account_type AS "accountType", approval_state AS "approvalState", provider_id AS "providerId",
      ${emailOf(sql`approver_id`)} AS approver,
      ${emailOf(sql`(SELECT actor_id FROM payments.state_history WHERE subject_id = page.id::text AND actor = 'officer'
        ORDER BY state_history.id DESC LIMIT 1)`)} AS "lastOfficer"
    FROM page ${orderOf(choice)}`
}

function fromMovements(choice: FiatChoice): RawBuilder<unknown> {
  const isDeposit = isOfDeposits(choice)
  const { accountId, state } = choice
  const conditions = allOf([
    isChosen(choice.asset) && choice.asset !== 'COP' ? sql`false` : null,
    isChosen(state) ? inWord(sql`state`, TRANSACTION_STATES, filterOfState, state) : null,
    onDay(sql`created_at`, isChosen(choice.date) ? choice.date : undefined),
    isId(sql`account_id`, choice.userId),
    isId(sql`id`, choice.transactionId),
    accountId === '' ? null : isUuid(accountId) ? sql`bank_account_id = ${accountId}` : sql`account_number = ${accountId}`,
    // Deposits have no approver.
    isDeposit ? approvedBy(sql`NULL::uuid`, choice.aprobador) : approvedBy(sql`approver_id`, choice.aprobador),
  ])
  return sql`FROM ${sql.table(isDeposit ? 'payments.deposit' : 'payments.withdrawal')} WHERE ${conditions}`
}

function orderOf({ amountOrder, timeOrder }: FiatChoice): RawBuilder<unknown> {
  const time = timeOrder === 'Antiguos' ? sql`created_at, id` : sql`created_at DESC, id DESC`
  if (!isChosen(amountOrder)) return sql`ORDER BY ${time}`
  return amountOrder === 'Menor a mayor' ? sql`ORDER BY amount, ${time}` : sql`ORDER BY amount DESC, ${time}`
}

const shown = ({ bank }: Banks, row: Row): FiatReportRow => ({
  userId: row.accountId,
  transactionId: row.id,
  asset: 'COP',
  amount: row.amount,
  state: row.state,
  creationDate: row.createdAt.toISOString(),
  confirmationDate: row.endedAt?.toISOString() ?? null,
  bankName: bank(row.bankId)?.name ?? '',
  accountName: row.accountNumber,
  accountType: row.accountType,
  aprobationState: row.approvalState,
  aprobador: row.approver,
  internalID: row.providerId,
  userLastModification: row.lastOfficer,
})
