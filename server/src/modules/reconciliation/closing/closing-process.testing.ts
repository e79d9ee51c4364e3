/** Closes the past days, in a separate process that a test kills half-way. */
import { movableClock } from '../../../platform/clock.ts'
import { openDatabase } from '../../../platform/database.ts'
import { evidenceSeals } from '../../../platform/evidence-seals.ts'
import { createLog } from '../../../platform/log.ts'
import { createSecrets } from '../../../platform/secrets.ts'
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
