/**
 * Classification of every column that the product's database role may change in a table that decides about money, by what stops a false
 * value in it (SEC-76, docs/decisions/0075-destinations-of-money-are-sealed.md). A new column fails here until it is sealed, proved by another
 * source, or listed in docs/security.md.
 */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../dev/testing/database.ts'

const MODULES = ['payments', 'crypto', 'trading', 'treasury', 'limits', 'blockchain']

interface Classes {
  /** In the text of a seal, or the seal itself: checked before money moves. */
  readonly sealed?: string
  /** Another source moves the money: the ledger, the chain's receipt, the provider's record, append-only history, or a trigger. */
  readonly proved?: string
  /** Read only by screens, reports and idempotency. */
  readonly shown?: string
  /** Its effect and its limits are in docs/security.md. */
  readonly listed?: string
}

const COLUMNS: Readonly<Record<string, Classes>> = {
  'payments.withdrawal': {
    sealed: `id account_id amount bank_id account_type account_number payee sendable_from review_cause maker_id checker_id
      seal review_seal approval_seal`,
    proved: 'state payout_id first_sent_at last_sent_at first_tried_at approval_state',
    shown: 'request_hash bank_account_id account_alias reason reason_code ended_at approver_id record_unread_since',
    listed: 'pay_after unpaid_seen_at record_checked_at created_at',
  },
  'payments.deposit': {
    sealed: 'id account_id method amount is_booked seal',
    proved: 'state provider_transaction_id bank_reference payer',
    shown: `request_hash bank_account_id bank_id account_alias account_type account_number terms_accepted_at reason payment_url created_at
      record_unread_since`,
    listed: 'is_of_other_payer other_payer record_checked_at ended_at',
  },
  'payments.bank_account': {
    sealed: 'id account_id bank_id account_type number changed_at seal',
    proved: 'deleted_at',
    shown: 'slot alias alias_key created_at',
  },
  'payments.statement_line': { sealed: 'seal', proved: 'state', shown: 'cause ended_at' },
  'payments.statement': { proved: 'added', shown: 'imported_at', listed: 'import_number' },
  'payments.refund': { listed: 'paid_by paid_at' },
  'payments.payout_attempt': { sealed: 'unpaid_seal' },
  'payments.provider_event': { shown: 'outcome' },
  'payments.anomaly': {
    proved: 'booked amount currency status payer fields',
    shown: 'first_seen_at last_seen_at checked_at confirmed_at',
    listed: 'state ended_at booked_at',
  },
  'crypto.withdrawal': {
    sealed: 'id account_id saved_address_id address asset amount fee seal maker_id checker_id approval_seal release_seal listed_seal',
    proved: 'receiver_id state stopped_at sanctions',
    shown: 'request_hash alias reason waiting delayed_since try_at',
    listed: 'review_reasons send_after undelivered_since value_cop created_at ended_at',
  },
  'crypto.deposit': {
    proved:
      'id chain_id transaction_hash log_position account_id address asset amount from_address block_number block_hash state is_booked sanctions',
    shown: 'reason try_at created_at too_few_for',
    listed: 'is_sender_barred swept_block absent_since is_summed lost_depth value_cop updated_at',
  },
  'crypto.saved_address': { proved: 'deleted_at' },
  'crypto.sweep': { proved: 'id account_id asset created_at ended_at' },
  'crypto.swept': { proved: 'id account_id asset amount block_number block_hash seen_at' },
  'crypto.block': { listed: 'number hash parent_hash read_at' },
  'crypto.ether_look': { listed: 'account_id looked_block agreed_block' },
  'crypto.highest_block': { shown: 'is_only', listed: 'number' },
  'crypto.unlisted_spam': { shown: 'block_number address count' },
  'crypto.unrecognized': {
    shown: 'id account_id contract from_address transaction_hash seen_at after_block',
    listed: 'kind address amount block_number',
  },
  'trading.trade': {
    sealed: 'id account_id trade_type token_in token_out maximum_in minimum_out network_fee_out house_fee_out seal',
    proved: 'state amount_in amount_out',
    shown: `request_hash expected_in expected_out path routes quoted_in quoted_out block_number transaction_hash created_at settled_at
      gas_usd_micros fee_version`,
    listed: 'estimated_fee_wei fee_usd_micros value_cop',
  },
  'treasury.movement': {
    sealed: 'id asset amount cold_address maker_id checker_id seal',
    proved: 'kind state transaction_hash',
    shown: 'reason failure created_at ended_at',
  },
  'treasury.place': { shown: 'is_only', listed: 'block began' },
  'treasury.watch': { shown: 'asset side since' },
  'blockchain.chain_transaction': {
    sealed: 'state receipt outcome_seal',
    proved: 'mined_hash block_number block_hash',
    shown: 'updated_at',
    listed: 'agreed disagreement disagreed_at stopped_at sent_at confirmations',
  },
  'blockchain.known_chain': { listed: 'chain_id genesis_hash block_number block_hash head_number' },
  'limits.month_use': { shown: 'account_id month direction', listed: 'used' },
  'limits.operation_use': { listed: 'is_counted' },
}

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const words = (text = '') => text.split(/\s+/).filter((word) => word !== '')
const classified = Object.entries(COLUMNS).flatMap(([table, { sealed, proved, shown, listed }]) =>
  [sealed, proved, shown, listed].flatMap((text) => words(text).map((column) => `${table}.${column}`)),
)

describe('SEC-76 columns that the product’s role may change in tables of money', () => {
  it('are all classified, each once, and no others are', async () => {
    const { rows } = await sql<{ name: string }>`SELECT format('%s.%s.%s', table_schema, table_name, column_name) AS name
      FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
      WHERE table_type = 'BASE TABLE' AND table_schema = ANY(${MODULES}::text[])
        AND has_column_privilege(format('%I.%I', table_schema, table_name), column_name, 'UPDATE')`.execute(database.db)
    expect(classified.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  it('are walked by a test that writes false values into them, or their table is named in docs/security.md as one that is not', () => {
    const walks = ['false-values', 'false-token-values', 'false-scan-values', 'false-trade-values', 'false-treasury-values']
    const sources = walks.map((name) => readFileSync(new URL(`${name}.test.ts`, import.meta.url), 'utf8')).join('\n')
    const notWalked = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8').match(/Not walked[^.]*(?:\.[a-z_]+[^.]*)*\./)
    const named = new Set([...(notWalked?.[0] ?? '').matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, table]) => table))
    const tables = Object.keys(COLUMNS)
    expect(tables.filter((table) => sources.includes(`table: '${table}'`) === named.has(table))).toEqual([])
    expect([...named].filter((table) => !tables.includes(table ?? ''))).toEqual([])
  })

  it('are in docs/security.md with what a false value allows, when nothing stops it', () => {
    const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
    const section = page.split('## Unsealed columns that the application role can change')[1]?.split('\n## ')[0] ?? ''
    const cells = section.split('\n').map((line) => line.split('|')[1] ?? '')
    const missing = Object.entries(COLUMNS).flatMap(([table, { listed }]) =>
      words(listed)
        .filter((column) => !cells.some((cell) => cell.includes(`\`${table}`) && new RegExp(`[.\`]${column}\``).test(cell)))
        .map((column) => `${table}.${column}`),
    )
    expect(missing).toEqual([])
  })
})
