/**
 * Command `npm run audit:verify`: proves the audit trail, or says which rows do not fit.
 *
 *   npm run audit:verify                          the database of DATABASE_URL, or of the demo's DATA_DIR whether it runs or not
 *   npm run audit:verify -- --export trail.jsonl  writes the trail down as well
 *   npm run audit:verify -- --file trail.jsonl    an exported file, without any database
 *   … --head heads.json                           also against heads that were kept elsewhere: an array of signed heads
 *   … --chain URL --publisher ADDRESS             also against what the hot wallet published, by a node of your choice (--from-block N)
 *
 * Keys as the product's: SECRETS_KEY or the key of DATA_DIR, and AUDIT_KEY, AUDIT_RETIRED_KEYS. Ends with 1 when something does not fit.
 */

import { open } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { HEAD_OPTIONS, headsElsewhere } from './heads-elsewhere.ts'
import { withOperatorDatabase } from './operator-database.ts'
import {
  type AuditReport,
  databaseTrail,
  exportTrail,
  fileTrail,
  readAuditKeys,
  signedHead,
  type TrailSource,
  verifyTrail,
} from './platform/audit/index.ts'
import { readPlatformSettings } from './platform/config.ts'
import { type ConnectionSettings, openDatabase } from './platform/database.ts'
import { openSecrets } from './platform/secrets.ts'

const { values: options } = parseArgs({
  options: {
    file: { type: 'string' },
    export: { type: 'string' },
    ...HEAD_OPTIONS,
  },
})

const settings = readPlatformSettings(process.env, [])
const report = options.file === undefined ? await withOperatorDatabase(settings, verifyOn) : await verify(fileTrail(options.file))
for (const finding of report.findings) console.error(finding)
console.log(`${report.entries} sealed entries, ${report.waiting} waiting, ${report.heads} signed heads, last hash ${report.lastHash}`)
console.log(report.findings.length === 0 ? 'The audit trail is whole.' : `${report.findings.length} findings.`)
process.exitCode = report.findings.length === 0 ? 0 : 1

async function verify(source: TrailSource): Promise<AuditReport> {
  const keys = readAuditKeys(openSecrets(settings, process.env), process.env)
  return verifyTrail(source, { keys, heads: await headsElsewhere(options, 'audit', signedHead) })
}

async function verifyOn(connection: ConnectionSettings): Promise<AuditReport> {
  const { db, close } = openDatabase(connection, { maxConnections: 1 })
  try {
    // One moment of the trail, while the product goes on writing.
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
