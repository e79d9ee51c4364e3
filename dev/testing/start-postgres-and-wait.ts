/**
 * Separate process for tests that kill it: starts the embedded database in the given folder and prints its process id and its connection.
 */

import { createLog } from '../../server/src/platform/observability/log.ts'
import { startEmbeddedPostgres } from '../embedded/database/postgres.ts'

const [dataDir] = process.argv.slice(2)
if (!dataDir) throw new Error('usage: start-postgres-and-wait <dataDir>')
const server = await startEmbeddedPostgres({ dataDir, log: createLog({ level: 'silent', pretty: false }) })
process.stdout.write(`${server.pid()}\n${JSON.stringify(server.connection)}\n`)
setInterval(() => undefined, 60_000)
