/** PostgreSQL's own TPC-B-like transaction, pgbench's at scale 1: the baseline of every measurement of the ledger. */
import type { OpenDatabase } from '../server/src/platform/database/database.ts'

type Pool = OpenDatabase['pool']

export async function prepareTpcB(connections: Pool): Promise<void> {
  await connections.query(`
    CREATE TABLE branches (bid int PRIMARY KEY, bbalance int); CREATE TABLE tellers (tid int PRIMARY KEY, bid int, tbalance int);
    CREATE TABLE accounts (aid int PRIMARY KEY, bid int, abalance int, filler char(84));
    CREATE TABLE history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
    INSERT INTO branches VALUES (1, 0); INSERT INTO tellers SELECT n, 1, 0 FROM generate_series(1, 10) n;
    INSERT INTO accounts SELECT n, 1, 0, '' FROM generate_series(1, 100000) n; ANALYZE`)
}

/** Uses prepared statements. */
export async function tpcB(connections: Pool): Promise<void> {
  const [aid, tid, delta] = [
    1 + Math.floor(Math.random() * 100_000),
    1 + Math.floor(Math.random() * 10),
    Math.floor(Math.random() * 9_999) - 5_000,
  ]
  const client = await connections.connect()
  try {
    await client.query('BEGIN')
    await client.query({ name: 'a', text: 'UPDATE accounts SET abalance = abalance + $1 WHERE aid = $2', values: [delta, aid] })
    await client.query({ name: 's', text: 'SELECT abalance FROM accounts WHERE aid = $1', values: [aid] })
    await client.query({ name: 't', text: 'UPDATE tellers SET tbalance = tbalance + $1 WHERE tid = $2', values: [delta, tid] })
    await client.query({ name: 'b', text: 'UPDATE branches SET bbalance = bbalance + $1 WHERE bid = $2', values: [delta, 1] })
    await client.query({ name: 'h', text: 'INSERT INTO history VALUES ($1, $2, $3, $4, CURRENT_TIMESTAMP)', values: [tid, 1, aid, delta] })
    await client.query('END')
  } finally {
    client.release()
  }
}
