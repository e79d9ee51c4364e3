/** Closes the past days, in a separate process that a test kills half-way. */

import { openDatabase } from '../../../../platform/database/database.ts'
import { createLog } from '../../../../platform/observability/log.ts'
import { evidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import { createSecrets } from '../../../../platform/secrets/secrets.ts'
import { movableClock } from '../../../../platform/time/clock.ts'
import { createLedger } from '../../ledger/index.ts'
import { closeDays } from './close-days.ts'

const [connection, offsetMs] = process.argv.slice(2)
if (!connection) throw new Error('usage: closing-process <connection as JSON> <offset of the clock>')
const { db, close } = openDatabase(JSON.parse(connection))
const [clock, log] = [movableClock(Number(offsetMs)), createLog({ level: 'silent', pretty: false })]
// The key of the tests' platform.
const secrets = createSecrets(Buffer.alloc(32, 7))
const ledger = createLedger({ db, clock, log, secrets, env: {} })
await closeDays({ db, clock, log, secrets, ledger, seals: evidenceSeals(secrets) })
await close()
