/**
 * `tunjo book-capital`: book the company's capital before the first customer has a balance, once for each reference. Afterwards two
 * officers do it on the screen Balance. Needs DATABASE_URL and the product's keys (SECRETS_KEY, LEDGER_KEY). The demo books its capital
 * automatically.
 */
import { ASSET_CODES } from '@tunjo/contract/money'
import { createLedger } from '../domains/money/ledger/index.ts'
import { bookCapital, CapitalInvalid } from '../domains/money/reconciliation/index.ts'
import { createAudit } from '../platform/audit/index.ts'
import { openDatabase } from '../platform/database/database.ts'
import { Refused } from '../platform/http/refusal.ts'
import { createLog } from '../platform/observability/log.ts'
import { readOperatorSettings } from '../platform/process/config.ts'
import type { Environment } from '../platform/process/settings.ts'
import { evidenceSeals } from '../platform/secrets/evidence-seals.ts'
import { openSecrets } from '../platform/secrets/secrets.ts'
import { systemClock } from '../platform/time/clock.ts'

export type CapitalOptions = Record<'place' | 'asset' | 'amount' | 'reference' | 'by', string>

/** Returns the exit code. */
export async function bookCapitalCommand(given: CapitalOptions, env: Environment): Promise<number> {
  try {
    console.log((await book(given, env)) === 'posted' ? 'Booked.' : 'It was booked before: nothing moved.')
    return 0
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    throw new CapitalInvalid(`Refused: ${error.refusal.code}. Was the reference booked with something else?`)
  }
}

async function book(given: CapitalOptions, env: Environment): Promise<'posted' | 'exists'> {
  const settings = readOperatorSettings(env)
  const asset = ASSET_CODES.find((code) => code === given.asset)
  if (!asset) throw new CapitalInvalid(`--asset needs one of ${ASSET_CODES.join(', ')}.`)
  if (settings.databaseUrl === null) throw new CapitalInvalid('DATABASE_URL is missing.')
  const { db, close } = openDatabase({ connectionString: settings.databaseUrl }, { maxConnections: 2 })
  const [clock, log, secrets] = [systemClock, createLog({ level: 'warn', pretty: false }), openSecrets(settings, env)]
  try {
    const ledger = createLedger({ db, clock, log, secrets, env })
    return await bookCapital(
      { db, clock, ledger, seals: evidenceSeals(secrets), audit: createAudit({ clock, secrets }) },
      { ...given, asset },
    )
  } finally {
    await close()
  }
}
