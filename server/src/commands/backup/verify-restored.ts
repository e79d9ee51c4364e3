/** Verification of a restored database and its files: ledger and audit trail from the first row to the ends that the manifest has. */
import { join } from 'node:path'
import { createLedger } from '../../domains/money/ledger/index.ts'
import { databaseTrail, readAuditKeys, verifyTrail } from '../../platform/audit/index.ts'
import type { Database } from '../../platform/database/database.ts'
import { localFolder, verifyFiles } from '../../platform/files/index.ts'
import { createLog } from '../../platform/observability/log.ts'
import type { Environment } from '../../platform/process/settings.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { systemClock } from '../../platform/time/clock.ts'
import type { Manifest } from './manifest.ts'

export interface Restored {
  readonly db: Database
  readonly manifest: Manifest
  readonly dataDir: string
  readonly secrets: Secrets
  readonly env: Environment
}

const ROWS_AT_ONCE = 500

/** One sentence for each fault; empty when all is whole. */
export async function verifyRestored(restored: Restored): Promise<string[]> {
  return [...(await ledgerFindings(restored)), ...(await auditFindings(restored)), ...(await fileFindings(restored))]
}

async function ledgerFindings({ db, manifest, secrets, env }: Restored): Promise<string[]> {
  const { seq, hash } = manifest.database.ledger
  const ledger = createLedger({ db, clock: systemClock, log: createLog({ level: 'warn', pretty: false }), secrets, env })
  try {
    const { faults, head } = await ledger.verify(seq === '0' ? {} : { published: [{ seq: BigInt(seq), hash }] })
    const end = head?.seq ?? 0n
    const surplus = end === BigInt(seq) ? [] : [`ledger: it ends with batch ${end}, and the backup was made at ${seq}`]
    return [...faults.map(({ table, id, reason }) => `ledger: ${table} ${id} ${reason}`), ...surplus]
  } finally {
    await ledger.close()
  }
}

async function auditFindings({ db, manifest, secrets, env }: Restored): Promise<string[]> {
  const { audit } = manifest.database
  const keys = readAuditKeys(secrets, env)
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const { findings } = await snapshot.execute((tx) => verifyTrail(databaseTrail(tx), { keys, ends: audit ? [audit] : [] }))
  return findings.map((finding) => `audit trail: ${finding}`)
}

async function fileFindings({ db, dataDir, secrets }: Restored): Promise<string[]> {
  const findings: string[] = []
  const backend = localFolder(join(dataDir, 'files'))
  const report = (finding: string) => findings.push(finding)
  // Bytes without a row are of uploads that the snapshot does not have: the hourly sweep deletes them.
  await verifyFiles({ db, secrets, backend, pageSize: ROWS_AT_ONCE, report, orphanedBefore: new Date(0) })
  return findings
}
