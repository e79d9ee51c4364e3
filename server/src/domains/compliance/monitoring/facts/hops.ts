/**
 * Fund hops from one customer to another: internal transfers of tokens; tokens or pesos sent to an address or bank account from which
 * another customer then paid in nearly as much. They are read for some customers at a time, with a bound on every list, so that the cost
 * stays limited for an address that pays all customers and for a customer with a hundred thousand movements.
 */
import { sql } from 'kysely'
import type { Connection } from '../../../../platform/database/database.ts'

export interface Hop {
  readonly from: string
  readonly to: string
  /** The movement of the sender, and that of the receiver; for an internal transfer they are the same. */
  readonly outId: string
  readonly inId: string
  readonly outAt: Date
  readonly inAt: Date
  /** COP cents, of the outgoing movement. */
  readonly value: bigint
}
/** Customer, period and value range of the requested hops. */
export interface HopQuestion {
  readonly accountId: string
  readonly since: Date
  /** Null: until now. */
  readonly until: Date | null
  readonly least: bigint
  readonly most: bigint
}
export interface HopBounds {
  /** Bound of the movements read for a customer, the newest of each kind. */
  readonly movements: number
  /** Bound of the hops returned for a customer, the newest. */
  readonly hops: number
  /** Only hops to or from one of these customers. */
  readonly others?: readonly string[]
}

/**
 * Bounds for payments of nearly the same amount to and from one address or bank account: rows that are read per size, and the nearest in
 * time that are used. Where very many pay and are paid, more rows would add no information.
 */
const [PLACE_ROWS_MAX, PLACE_HOPS_MAX] = [50, 5]
const CUSTOMERS_AT_ONCE = 50

const SENT = ['crypto.funds_sent', 'payments.funds_sent']
const RECEIVED = ['crypto.funds_received', 'payments.funds_received']
/** The incoming amount may differ by a tenth. */
const [LEAST, MOST] = [sql`0.9`, sql`1.1`]

export const hopsFrom = (connection: Connection, questions: readonly HopQuestion[], bounds: HopBounds): Promise<Hop[]> =>
  inParts(questions, async (part) => {
    const found = await sql<Hop>`SELECT hop.* FROM ${tableOf(part)} CROSS JOIN LATERAL (
        WITH ${ownNewest('paid', SENT, bounds)}
        SELECT asked.account_id AS from, way.to_id AS to, paid.id AS "outId", way.in_id AS "inId", paid.at AS "outAt", way.in_at AS "inAt",
          paid.value_cop AS value
        FROM paid
        CROSS JOIN LATERAL (
          SELECT paid.receiver_id AS to_id, paid.id AS in_id, paid.ended_at AS in_at WHERE paid.receiver_id IS NOT NULL
          UNION ALL
          (SELECT came.account_id, came.id, came.at FROM ${sizes(sql`paid.amount * ${LEAST}`, sql`paid.amount * ${MOST}`)}
            CROSS JOIN LATERAL (${eachOf(
              RECEIVED,
              sql`place = paid.place AND asset = paid.asset AND funds.size = sizes.size AND at >= paid.at ORDER BY at LIMIT ${PLACE_ROWS_MAX}`,
            )}) AS came
            WHERE came.account_id <> asked.account_id AND paid.receiver_id IS NULL
              AND came.amount BETWEEN paid.amount * ${LEAST} AND paid.amount * ${MOST} ORDER BY came.at LIMIT ${PLACE_HOPS_MAX})) AS way
        WHERE paid.value_cop BETWEEN asked.least AND asked.most AND way.in_at <= asked.until AND ${isAmong(sql`way.to_id`, bounds)}
        ORDER BY paid.at DESC LIMIT ${bounds.hops}) AS hop`.execute(connection)
    return found.rows
  })

export const hopsTo = (connection: Connection, questions: readonly HopQuestion[], bounds: HopBounds): Promise<Hop[]> =>
  inParts(questions, async (part) => {
    const found = await sql<Hop>`SELECT hop.* FROM ${tableOf(part)} CROSS JOIN LATERAL (
        WITH ${ownNewest('came', RECEIVED, bounds)}
        SELECT way.* FROM (
          (SELECT account_id AS from, asked.account_id AS to, id AS "outId", id AS "inId", at AS "outAt", ended_at AS "inAt", value_cop AS value
            FROM crypto.funds_sent WHERE receiver_id = asked.account_id AND ended_at >= asked.since AND ended_at <= asked.until
            ORDER BY ended_at DESC LIMIT ${bounds.movements})
          UNION ALL
          (SELECT paid.account_id, asked.account_id, paid.id, came.id, paid.at, came.at, paid.value_cop
            FROM came
            CROSS JOIN LATERAL (SELECT near.* FROM ${sizes(sql`came.amount / ${MOST}`, sql`came.amount / ${LEAST}`)}
              CROSS JOIN LATERAL (${eachOf(
                SENT,
                sql`place = came.place AND asset = came.asset AND funds.size = sizes.size AND receiver_id IS NULL AND at <= came.at
                  ORDER BY at DESC LIMIT ${PLACE_ROWS_MAX}`,
              )}) AS near
              WHERE near.account_id <> asked.account_id AND came.amount BETWEEN near.amount * ${LEAST} AND near.amount * ${MOST}
              ORDER BY near.at DESC LIMIT ${PLACE_HOPS_MAX}) AS paid
            WHERE paid.value_cop BETWEEN asked.least AND asked.most AND ${isAmong(sql`paid.account_id`, bounds)}
            ORDER BY came.at DESC LIMIT ${bounds.hops})) AS way
        WHERE way.value BETWEEN asked.least AND asked.most AND ${isAmong(sql`way.from`, bounds)}
        ORDER BY "inAt" DESC LIMIT ${bounds.hops}) AS hop`.execute(connection)
    return found.rows
  })

/** Each view in a separate query, so that each is read by its own index up to the bound. */
const eachOf = (views: readonly string[], where: ReturnType<typeof sql>) =>
  sql.join(
    views.map((view) => sql`(SELECT * FROM ${sql.table(view)} AS funds WHERE ${where})`),
    sql` UNION ALL `,
  )
/** Materialized; otherwise the planner reads all customers' newest rows by a time index until enough of them belong to this customer. */
const ownNewest = (name: string, views: readonly string[], { movements }: HopBounds) =>
  sql`${sql.ref(name)} AS MATERIALIZED (SELECT * FROM (${eachOf(
    views,
    sql`account_id = asked.account_id AND at >= asked.since AND at <= asked.until ORDER BY at DESC LIMIT ${movements}`,
  )}) AS own ORDER BY at DESC)`
/** Sizes (column `size` of the views) that cover the amounts between these. */
const sizes = (least: ReturnType<typeof sql>, most: ReturnType<typeof sql>) =>
  sql`generate_series(floor(ln((${least})::double precision) * 5)::integer, floor(ln((${most})::double precision) * 5)::integer) AS sizes (size)`

const isAmong = (id: ReturnType<typeof sql>, { others }: HopBounds) => (others ? sql`${id} = ANY(${others}::uuid[])` : sql`true`)

const tableOf = (part: readonly HopQuestion[]) => sql`unnest(${part.map(({ accountId }) => accountId)}::uuid[],
  ${part.map(({ since }) => since)}::timestamptz[], ${part.map(({ until }) => until?.toISOString() ?? 'infinity')}::timestamptz[],
  ${part.map(({ least }) => least)}::numeric[], ${part.map(({ most }) => most)}::numeric[]) AS asked (account_id, since, until, least, most)`

async function inParts(questions: readonly HopQuestion[], ask: (part: readonly HopQuestion[]) => Promise<readonly Hop[]>): Promise<Hop[]> {
  const found: Hop[] = []
  for (let start = 0; start < questions.length; start += CUSTOMERS_AT_ONCE)
    found.push(...(await ask(questions.slice(start, start + CUSTOMERS_AT_ONCE))))
  return found
}
