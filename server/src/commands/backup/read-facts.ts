/** Facts of a database for the manifest of its backup, read in the snapshot that is copied. */
import type pg from 'pg'
import type { Facts } from './manifest.ts'

/** Everything of the database but PostgreSQL's own schemas. */
const NOT_SYSTEM = `n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'`

/** Generated columns are left out: the database computes them again. */
const TABLES = `SELECT n.nspname AS schema, c.relname AS name, (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind = 'r' AND ${NOT_SYSTEM} ORDER BY 1, 2`

const SEQUENCES = `SELECT n.nspname AS schema, c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'S' AND ${NOT_SYSTEM} ORDER BY 1, 2`

/** Relations that an empty database does not have. */
export const RELATIONS = `SELECT n.nspname || '.' || c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'S', 'f') AND ${NOT_SYSTEM} ORDER BY 1 LIMIT 1`

export async function readFacts(client: pg.ClientBase): Promise<Facts> {
  const all = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => (await client.query<Row>(text)).rows
  const [about] = await all<{ server: string; at: Date }>(`SELECT current_setting('server_version') AS server, now() AS at`)
  const [head] = await all<{ seq: string; hash: string }>(`SELECT seq::text AS seq, encode(hash, 'hex') AS hash FROM ledger.head`)
  const [seal] = await all<{ seq: number; hash: string }>(
    `SELECT seq::float8 AS seq, encode(hash, 'hex') AS hash FROM platform.audit_seal ORDER BY platform.audit_seal.seq DESC LIMIT 1`,
  )
  const [chain] = await all<{ chainId: string; block: string; hash: string }>(
    `SELECT chain_id::text AS "chainId", block_number::text AS block, block_hash AS hash FROM blockchain.known_chain ORDER BY chain_id LIMIT 1`,
  )
  const sequences = await all<{ schema: string; name: string }>(SEQUENCES)
  return {
    server: about?.server ?? '',
    takenAt: (about?.at ?? new Date()).toISOString(),
    migrations: await all('SELECT name, hash FROM platform.migration ORDER BY name'),
    ledger: head ?? { seq: '0', hash: '' },
    audit: seal ?? null,
    chain: chain ?? null,
    tables: (await all<{ schema: string; name: string; columns: string[] }>(TABLES)).map((table) => ({ ...table, rows: 0 })),
    sequences: await Promise.all(sequences.map((sequence) => readSequence(client, sequence))),
  }
}

async function readSequence(
  client: pg.ClientBase,
  { schema, name }: { schema: string; name: string },
): Promise<Facts['sequences'][number]> {
  const relation = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`
  const { rows } = await client.query<{ value: string; isCalled: boolean }>(
    `SELECT last_value::text AS value, is_called AS "isCalled" FROM ${relation}`,
  )
  return { schema, name, value: rows[0]?.value ?? '1', isCalled: rows[0]?.isCalled ?? false }
}
