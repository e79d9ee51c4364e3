/** Plans of prepared statements, as PostgreSQL makes them for all values. */
import type { OpenDatabase } from '../../server/src/platform/database/database.ts'

/** Tables that the statements of this connection read as a whole. @returns the number of statements too, so that none is left out */
export async function scannedTables(pool: OpenDatabase['pool']): Promise<{ statements: number; tables: string[] }> {
  await pool.query('SET plan_cache_mode = force_generic_plan')
  const { rows: prepared } = await pool.query('SELECT name, cardinality(parameter_types) AS count FROM pg_prepared_statements')
  const tables = new Set<string>()
  for (const { name, count } of prepared) {
    const { rows } = await pool.query(`EXPLAIN EXECUTE "${name}" (${Array(count).fill('NULL').join(', ')})`)
    for (const row of rows) for (const [, table = ''] of row['QUERY PLAN'].matchAll(/Seq Scan on (\w+)/g)) tables.add(table)
  }
  return { statements: prepared.length, tables: [...tables] }
}
