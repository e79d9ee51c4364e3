/**
 * Copy of a database table by table (`COPY … TO STDOUT`), and back into the tables that the migrations of the backup make. Needs no program
 * beside the product: the embedded PostgreSQL comes without pg_dump.
 */
import { once } from 'node:events'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { MigrationText } from '../../platform/database/migration-files.ts'
import { JOURNAL } from '../../platform/database/migrations.ts'
import { isFromTimeOfViews } from '../../platform/database/migrations-with-views.ts'
import { fieldOf } from '../../platform/http/field-of.ts'
import { CommandRefused } from '../../platform/process/command-refused.ts'
import { failpoint } from '../../platform/process/failpoint.ts'
import type { Facts, Table } from './manifest.ts'
import { pieceOf, tablePart } from './part-of.ts'
import type { Progress } from './progress.ts'
import { type Entry, PIECE_BYTES } from './write-archive.ts'

/** The text of dates and times depends on these. */
const TEXT_FORMAT = `SET LOCAL datestyle TO 'ISO, YMD'; SET LOCAL intervalstyle TO postgres; SET LOCAL timezone TO 'UTC'`

const copyOf = (client: pg.ClientBase, { schema, name, columns }: Table): string =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)} (${columns.map((one) => client.escapeIdentifier(one)).join(', ')})`

/** Runs in the transaction of the snapshot. Completes `rows` of the tables. */
export async function* copyTables(client: pg.ClientBase, facts: Facts, progress: Progress): AsyncGenerator<Entry> {
  await client.query(TEXT_FORMAT)
  for (const [index, table] of facts.tables.entries()) {
    const part = tablePart(index, table)
    progress(() => `database: ${table.schema}.${table.name}, table ${index + 1} of ${facts.tables.length}`)
    const stream = client.query(copyTo(`COPY ${copyOf(client, table)} TO STDOUT`))
    yield* piecesOf(part, stream)
    table.rows = stream.rowCount
  }
}

/** A stream of any length as entries of known sizes. */
export async function* piecesOf(part: string, stream: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  let [pieces, bytes, index]: [Buffer[], number, number] = [[], 0, 0]
  for await (const piece of stream) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes < PIECE_BYTES) continue
    yield { name: pieceOf(part, index), content: Buffer.concat(pieces) }
    ;[pieces, bytes, index] = [[], 0, index + 1]
  }
  if (bytes > 0) yield { name: pieceOf(part, index), content: Buffer.concat(pieces) }
}

const DROP_VIEWS = `DO $$ DECLARE names text; BEGIN
  SELECT string_agg(format('%I.%I', schemaname, viewname), ', ') INTO names FROM pg_views WHERE schemaname NOT IN ('pg_catalog', 'information_schema');
  IF names IS NOT NULL THEN EXECUTE 'DROP VIEW ' || names; END IF;
END $$`

/** Restore of such a copy in one transaction, which the caller commits once the whole archive is proved. */
export class TableRestore {
  readonly #client: pg.ClientBase
  readonly #facts: Facts
  readonly #tables: ReadonlyMap<string, Table>
  readonly #restored = new Set<string>()
  #open: { part: string; table: Table; stream: ReturnType<typeof copyFrom> } | null = null

  constructor(client: pg.ClientBase, facts: Facts) {
    this.#client = client
    this.#facts = facts
    this.#tables = new Map(facts.tables.map((table, index) => [tablePart(index, table), table]))
  }

  /** `known`: the migrations of this program that the backup has. */
  async begin(known: readonly MigrationText[]): Promise<void> {
    const client = this.#client
    await client.query('BEGIN')
    await client.query(TEXT_FORMAT)
    await client.query(`CREATE SCHEMA IF NOT EXISTS platform; ${JOURNAL}`)
    for (const { text } of known.filter(isOfTimeOfViews)) await client.query(text)
    // Newer migrations may change columns that a view used; the views are created from their files after the restore.
    await client.query(DROP_VIEWS)
    for (const { text } of known.filter((migration) => !isOfTimeOfViews(migration))) await client.query(text)
    const all = this.#facts.tables.map(({ schema, name }) => `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`)
    await client.query(`TRUNCATE ${all.join(', ')}`)
    // Triggers and foreign keys checked these rows when they were written.
    await client.query('SET LOCAL session_replication_role TO replica').catch((error) => {
      if (fieldOf(error, 'code') !== '42501') throw error
      throw new CommandRefused(
        'The owner of the database may not set session_replication_role: give it that right, or a superuser for the restore.',
      )
    })
  }

  async take({ name, content }: Entry): Promise<void> {
    const part = name.slice(0, name.lastIndexOf('/'))
    if (part !== this.#open?.part) await this.#next(part)
    const { stream } = this.#open ?? {}
    if (stream && !stream.write(content)) await Promise.race([once(stream, 'drain'), failureOf(stream)])
    failpoint('restore.half_copied')
  }

  async #next(part: string): Promise<void> {
    await this.#close()
    const table = this.#tables.get(part)
    if (!table || this.#restored.has(part)) throw new CommandRefused(`The backup is damaged: its part ${part} is no table of its manifest.`)
    const stream = this.#client.query(copyFrom(`COPY ${copyOf(this.#client, table)} FROM STDIN`))
    stream.on('error', () => undefined)
    this.#restored.add(part)
    this.#open = { part, table, stream }
  }

  async #close(): Promise<void> {
    if (!this.#open) return
    const { stream, table } = this.#open
    this.#open = null
    const ended = Promise.race([once(stream, 'finish'), failureOf(stream)])
    stream.end()
    await ended
    if (stream.rowCount !== table.rows)
      throw new CommandRefused(`The backup is damaged: ${table.schema}.${table.name} has ${stream.rowCount} rows instead of ${table.rows}.`)
  }

  /** After the last entry. Leaves the transaction open. */
  async finish(): Promise<void> {
    await this.#close()
    for (const { schema, name, value, isCalled } of this.#facts.sequences) {
      const relation = `${this.#client.escapeIdentifier(schema)}.${this.#client.escapeIdentifier(name)}`
      await this.#client.query('SELECT setval($1::regclass, $2::bigint, $3)', [relation, value, isCalled])
    }
    await this.#client.query('SET LOCAL session_replication_role TO origin')
  }
}

function isOfTimeOfViews({ name }: MigrationText): boolean {
  const [module = '', file = ''] = name.split('/')
  return isFromTimeOfViews(module, file)
}

function failureOf(stream: ReturnType<typeof copyFrom>): Promise<never> {
  return new Promise((_, fail) => {
    stream.once('error', fail)
  })
}
