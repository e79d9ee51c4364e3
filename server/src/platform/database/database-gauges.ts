/** Gauges of the connections of this process to the database, of the use cases that wait for their group, and of its clock. */
import { sql } from 'kysely'
import type pg from 'pg'
import { declareMeasures, type Gauges } from '../observability/gauges.ts'
import type { UnitOfWork } from '../unit-of-work/index.ts'
import type { Connection } from './database.ts'

const CONNECTIONS = declareMeasures('database', {
  'connections:{state}': {
    name: 'database_connections',
    help: 'Connections of this process to the database',
    ofProcess: true,
    isNew: true,
  },
  queue: {
    name: 'database_connection_queue',
    help: 'Callers that wait for a connection; at 500 the next is refused',
    ofProcess: true,
    isNew: true,
    rules: [
      {
        alert: 'DatabaseConnectionsExhausted',
        when: '> 50',
        for: '1m',
        severity: 'page',
        summary: '{{ $value }} callers of {{ $labels.instance }} wait for a connection of the database',
      },
    ],
  },
})

const UNITS = declareMeasures('unit_of_work', {
  queue: { name: 'unit_of_work_queue', help: 'Commands of use cases in groups without an answer yet', ofProcess: true, isNew: true },
  oldest_age_seconds: {
    name: 'unit_of_work_oldest_age_seconds',
    help: 'Age of the oldest of these commands',
    ofProcess: true,
    isNew: true,
    rules: [
      {
        alert: 'UseCasesQueue',
        when: '> 10',
        for: '1m',
        severity: 'page',
        summary: 'A command has waited for its group for {{ $value }} s: the database is slow or a row is locked',
      },
    ],
  },
})

const CLOCK = declareMeasures('clock', {
  difference_seconds: {
    name: 'database_clock_difference_seconds',
    help: 'Distance of the clock of this process from that of the database, without the time of the query',
    ofProcess: true,
    isNew: true,
    rules: [
      {
        alert: 'ClockWrong',
        when: '> 2',
        for: '30s',
        severity: 'page',
        summary: 'The clock of {{ $labels.instance }} and that of the database differ by {{ $value }} s',
      },
    ],
  },
})

export const connectionGauges = (pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>): Gauges => ({
  measures: CONNECTIONS,
  read: async () => ({
    'connections:active': pool.totalCount - pool.idleCount,
    'connections:idle': pool.idleCount,
    queue: pool.waitingCount,
  }),
})

export const unitGauges = (units: Pick<UnitOfWork, 'queue'>): Gauges => ({
  measures: UNITS,
  async read() {
    const { length, oldestAgeMs } = units.queue()
    return { queue: length, oldest_age_seconds: oldestAgeMs / 1_000 }
  },
})

/** Real clocks: a demo's clock, which is moved, is no fault. The answer lies between both readings of this process. */
export const clockGauges = (db: Connection): Gauges => ({
  measures: CLOCK,
  async read() {
    const before = Date.now()
    const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db)
    const after = Date.now()
    const now = rows[0]?.now.getTime() ?? before
    return { difference_seconds: Math.max(0, before - now, now - after) / 1_000 }
  },
})
