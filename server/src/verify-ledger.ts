/**
 * Command `npm run ledger:verify`: reads the books again from the first posting to the last, or says which rows do not fit.
 *
 *   npm run ledger:verify                         the database of DATABASE_URL, or of the demo's DATA_DIR whether it runs or not
 *   … --chain URL --publisher ADDRESS             also against what the hot wallet published, by a node of your choice (--from-block N)
 *   … --head heads.json                           also against heads that were kept elsewhere: an array of payloads of the event
 *
 * Keys as the product's: SECRETS_KEY or the key of DATA_DIR, and LEDGER_KEY. Ends with 1 when something does not fit.
 */
import { parseArgs } from 'node:util'
import * as z from 'zod'
import { HEAD_OPTIONS, headsElsewhere } from './heads-elsewhere.ts'
import { createLedger } from './modules/ledger/index.ts'
import { keptHeads } from './modules/reconciliation/index.ts'
import { withOperatorDatabase } from './operator-database.ts'
import { systemClock } from './platform/clock.ts'
import { readPlatformSettings } from './platform/config.ts'
import { type ConnectionSettings, openDatabase } from './platform/database.ts'
import { createLog } from './platform/log.ts'
import { openSecrets } from './platform/secrets.ts'

const { values: options } = parseArgs({ options: HEAD_OPTIONS })
const Head = z.object({ seq: z.coerce.bigint(), hash: z.string().regex(/^[0-9a-f]{64}$/) })

const settings = readPlatformSettings(process.env, [])
const secrets = openSecrets(settings, process.env)
const elsewhere = await headsElsewhere(options, 'ledger', Head)
const findings = await withOperatorDatabase(settings, verifyOn)
for (const finding of findings) console.error(finding)
console.log(findings.length === 0 ? 'The books are whole.' : `${findings.length} findings.`)
process.exitCode = findings.length === 0 ? 0 : 1

async function verifyOn(connection: ConnectionSettings): Promise<string[]> {
  const { db, close } = openDatabase(connection, { maxConnections: 2 })
  const ledger = createLedger({ db, clock: systemClock, log: createLog({ level: 'warn', pretty: false }), secrets, env: process.env })
  try {
    const kept = await keptHeads({ db, secrets })
    const forged = kept.filter(({ isSigned }) => !isSigned)
    const published = [...kept.filter(({ isSigned }) => isSigned), ...elsewhere]
    const { faults, transfers, head } = await ledger.verify({ published })
    console.log(`${transfers} transfers, ${published.length} published heads, last batch ${head?.seq ?? 0n}, hash ${head?.hash ?? '-'}`)
    const unsigned = forged.map(({ seq }) => `head ${seq}: was not signed by our key`)
    return [...faults.map(({ table, id, reason }) => `${table} ${id}: ${reason}`), ...unsigned]
  } finally {
    await ledger.close()
    await close()
  }
}
