/**
 * Command `npm run books:capital`: books the house's own money before the first customer has any, once for each reference. Afterwards two
 * officers do, on the screen Balance.
 *
 *   npm run books:capital -- --place provider --asset COP --amount 50000000 --reference "Traslado 4711" --by "Nombre"
 *
 * Places: `bank`, `provider`, `hot-wallet`, `pools` (what the house brings), `bank-to-provider` (what it moves). The database of DATABASE_URL
 * and the product's keys (SECRETS_KEY, LEDGER_KEY). Ends with 1 when it cannot be booked. The demo has opened its books by itself.
 */
import { parseArgs } from 'node:util'
import { ASSET_CODES } from '@tunjo/contract/money'
import { createLedger } from './modules/ledger/index.ts'
import { bookCapital, CapitalInvalid } from './modules/reconciliation/index.ts'
import { createAudit } from './platform/audit/index.ts'
import { systemClock } from './platform/clock.ts'
import { readPlatformSettings } from './platform/config.ts'
import { openDatabase } from './platform/database.ts'
import { evidenceSeals } from './platform/evidence-seals.ts'
import { createLog } from './platform/log.ts'
import { Refused } from './platform/refusal.ts'
import { openSecrets } from './platform/secrets.ts'

const text = { type: 'string', default: '' } as const
const { values: given } = parseArgs({ options: { place: text, asset: text, amount: text, reference: text, by: text } })

try {
  console.log((await book()) === 'posted' ? 'Booked.' : 'It was booked before: nothing moved.')
} catch (error) {
  if (!(error instanceof CapitalInvalid || error instanceof Refused)) throw error
  console.error(error instanceof Refused ? `Refused: ${error.refusal.code}. Was the reference booked with something else?` : error.message)
  process.exitCode = 1
}

async function book(): Promise<'posted' | 'exists'> {
  const settings = readPlatformSettings(process.env, [])
  const asset = ASSET_CODES.find((code) => code === given.asset)
  if (!asset) throw new CapitalInvalid(`--asset needs one of ${ASSET_CODES.join(', ')}.`)
  if (settings.databaseUrl === null) throw new CapitalInvalid('DATABASE_URL is missing.')
  const { db, close } = openDatabase({ connectionString: settings.databaseUrl }, { maxConnections: 2 })
  const [clock, log, secrets] = [systemClock, createLog({ level: 'warn', pretty: false }), openSecrets(settings, process.env)]
  try {
    const ledger = createLedger({ db, clock, log, secrets, env: process.env })
    return await bookCapital(
      { db, clock, ledger, seals: evidenceSeals(secrets), audit: createAudit({ clock, secrets }) },
      { ...given, asset },
    )
  } finally {
    await close()
  }
}
