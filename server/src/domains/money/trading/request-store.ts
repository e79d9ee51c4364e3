/** SQL of placing trades, which runs in groups. */
import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/database.ts'
import { type Fact, inserted } from '../../../platform/unit-of-work/index.ts'
import { TRADE_STATES } from './states.ts'
import type { NewTrade } from './store.ts'

/** Trade that the same operation placed before. */
export const earlierFact = (operation: string): Fact<{ readonly requestHash: string } | null> => ({
  text: `SELECT jsonb_build_object('requestHash', request_hash) FROM trading.trade WHERE id = asked.${operation}`,
  read: (json) => json as { requestHash: string } | null,
})

export interface TradeAttempts {
  readonly open: number
  readonly reverted: number
}

/** Trades of a customer in flight, and those that reverted on chain in the last day. Parameters are names of the keys. */
export const attemptsFact = (owner: string, now: string): Fact<TradeAttempts> => {
  const since = `(asked.${now} - interval '24 hours')`
  return {
    text: `SELECT jsonb_build_object('open', count(*) FILTER (WHERE state NOT IN ('settled', 'refunded')),
        'reverted', count(*) FILTER (WHERE state = 'refunded' AND gas_usd_micros IS NOT NULL AND settled_at > ${since}))
      FROM trading.trade WHERE account_id = asked.${owner} AND (settled_at IS NULL OR settled_at > ${since})`,
    read: (json) => json as TradeAttempts,
  }
}

const ATTEMPTS = attemptsFact('owner', 'now')

/** The same, for a check before the trade is priced. */
export async function tradeAttempts(connection: Connection, accountId: string, now: Date): Promise<TradeAttempts> {
  const found = await sql<{ attempts: unknown }>`SELECT (${sql.raw(ATTEMPTS.text)}) AS attempts
    FROM (SELECT ${accountId}::uuid AS owner, ${now}::timestamptz AS now) AS asked`.execute(connection)
  return ATTEMPTS.read(found.rows[0]?.attempts)
}

export const TRADES_PLACED = inserted<NewTrade>('trading.trade', [
  ['id', 'uuid', ({ id }) => id],
  ['account_id', 'uuid', ({ accountId }) => accountId],
  ['request_hash', 'text', ({ requestHash }) => requestHash],
  ['trade_type', 'text', ({ tradeType }) => tradeType],
  ['token_in', 'int4', ({ tokenIn }) => tokenIn],
  ['token_out', 'int4', ({ tokenOut }) => tokenOut],
  ['expected_in', 'numeric', ({ expectedIn }) => expectedIn],
  ['expected_out', 'numeric', ({ expectedOut }) => expectedOut],
  ['maximum_in', 'numeric', ({ maximumIn }) => maximumIn],
  ['minimum_out', 'numeric', ({ minimumOut }) => minimumOut],
  ['path', 'jsonb', ({ path }) => JSON.stringify(path)],
  ['estimated_fee_wei', 'numeric', ({ estimatedFeeWei }) => estimatedFeeWei],
  ['fee_usd_micros', 'numeric', ({ feeUsdMicros }) => feeUsdMicros],
  ['network_fee_out', 'numeric', ({ networkFeeOut }) => networkFeeOut],
  ['house_fee_out', 'numeric', ({ houseFeeOut }) => houseFeeOut],
  ['fee_version', 'int4', ({ feeVersion }) => feeVersion],
  ['value_cop', 'numeric', ({ valueCop }) => valueCop],
  ['state', 'text', () => TRADE_STATES.initial],
  ['created_at', 'timestamptz', ({ createdAt }) => createdAt],
  ['seal', 'text', ({ seal }) => seal],
  ['quoted_in', 'numeric', ({ quotedIn }) => quotedIn],
  ['quoted_out', 'numeric', ({ quotedOut }) => quotedOut],
  ['routes', 'jsonb', ({ routes }) => routes && JSON.stringify(routes)],
])
