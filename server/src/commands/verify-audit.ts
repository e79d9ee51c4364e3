/** `tunjo verify audit`: verify the audit trail, or report which rows do not fit. From the database, or from an exported file. */
import { open } from 'node:fs/promises'
import {
  type AuditReport,
  databaseTrail,
  exportTrail,
  fileTrail,
  readAuditKeys,
  signedHead,
  type TrailSource,
  verifyTrail,
} from '../platform/audit/index.ts'
import { type ConnectionSettings, openDatabase } from '../platform/database/database.ts'
import { readOperatorSettings } from '../platform/process/config.ts'
import type { Environment } from '../platform/process/settings.ts'
import { openSecrets } from '../platform/secrets/secrets.ts'
import { type ExternalHeadOptions, externalHeads } from './external-heads.ts'
import { withOperatorDatabase } from './operator-database.ts'

export interface AuditOptions extends ExternalHeadOptions {
  readonly file?: string
  readonly export?: string
}

/** Returns the exit code. */
export async function verifyAuditCommand(options: AuditOptions, env: Environment): Promise<number> {
  const settings = readOperatorSettings(env)
  const verify = async (source: TrailSource): Promise<AuditReport> => {
    const keys = readAuditKeys(openSecrets(settings, env), env)
    return verifyTrail(source, { keys, heads: await externalHeads(options, 'audit', signedHead) })
  }
  const report =
    options.file === undefined
      ? await withOperatorDatabase(settings, (connection) => verifyOn(connection, options, verify))
      : await verify(fileTrail(options.file))
  for (const finding of report.findings) console.error(finding)
  console.log(`${report.entries} sealed entries, ${report.waiting} waiting, ${report.heads} signed heads, last hash ${report.lastHash}`)
  console.log(report.findings.length === 0 ? 'The audit trail is whole.' : `${report.findings.length} findings.`)
  return report.findings.length === 0 ? 0 : 1
}

async function verifyOn(
  connection: ConnectionSettings,
  options: AuditOptions,
  verify: (source: TrailSource) => Promise<AuditReport>,
): Promise<AuditReport> {
  const { db, close } = openDatabase(connection, { maxConnections: 1 })
  try {
    // One snapshot of the trail, while the product continues to write.
    const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    return await snapshot.execute(async (tx) => {
      const source = databaseTrail(tx)
      if (options.export !== undefined) await exportTo(options.export, source)
      return verify(source)
    })
  } finally {
    await close()
  }
}

async function exportTo(path: string, source: TrailSource): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await exportTrail(source, file)
  } finally {
    await file.close()
  }
}
