/** `tunjo verify ledger`: re-read the ledger from the first posting to the last, and report which rows do not fit. */
import * as z from 'zod'
import { createLedger } from '../domains/money/ledger/index.ts'
import { keptHeads } from '../domains/money/reconciliation/index.ts'
import { type ConnectionSettings, openDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/observability/log.ts'
import { readOperatorSettings } from '../platform/process/config.ts'
import type { Environment } from '../platform/process/settings.ts'
import { openSecrets, type Secrets } from '../platform/secrets/secrets.ts'
import { systemClock } from '../platform/time/clock.ts'
import { type ExternalHeadOptions, externalHeads } from './external-heads.ts'
import { withOperatorDatabase } from './operator-database.ts'

const Head = z.object({ seq: z.coerce.bigint(), hash: z.string().regex(/^[0-9a-f]{64}$/) })

/** Returns the exit code. */
export async function verifyLedgerCommand(options: ExternalHeadOptions, env: Environment): Promise<number> {
  const settings = readOperatorSettings(env)
  const secrets = openSecrets(settings, env)
  const elsewhere = await externalHeads(options, 'ledger', Head)
  const findings = await withOperatorDatabase(settings, (connection) => verifyOn(connection, { secrets, elsewhere, env }))
  for (const finding of findings) console.error(finding)
  console.log(findings.length === 0 ? 'The books are whole.' : `${findings.length} findings.`)
  return findings.length === 0 ? 0 : 1
}

interface Verifying {
  readonly secrets: Secrets
  readonly elsewhere: z.output<typeof Head>[]
  readonly env: Environment
}

async function verifyOn(connection: ConnectionSettings, { secrets, elsewhere, env }: Verifying): Promise<string[]> {
  const { db, close } = openDatabase(connection, { maxConnections: 2 })
  const ledger = createLedger({ db, clock: systemClock, log: createLog({ level: 'warn', pretty: false }), secrets, env })
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
