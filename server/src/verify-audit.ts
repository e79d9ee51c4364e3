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

import { existsSync, readFileSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { getAddress } from 'viem'
import * as z from 'zod'
import {
  type AuditReport,
  databaseTrail,
  exportTrail,
  fileTrail,
  readAuditKeys,
  type TrailSource,
  verifyTrail,
} from './platform/audit/index.ts'
import { type PlatformSettings, readPlatformSettings } from './platform/config.ts'
import { type ConnectionSettings, openDatabase } from './platform/database.ts'
import { FolderInUse, ownFolder } from './platform/embedded/folder-owner.ts'
import { startEmbeddedPostgres } from './platform/embedded/postgres.ts'
import { createLog } from './platform/log.ts'
import { openSecrets } from './platform/secrets.ts'

const { values: options } = parseArgs({
  options: {
    file: { type: 'string' },
    export: { type: 'string' },
    head: { type: 'string' },
    chain: { type: 'string' },
    publisher: { type: 'string' },
    'from-block': { type: 'string' },
  },
})
const signedHead = z.object({
  seq: z.int(),
  hash: z.string(),
  entries: z.int(),
  signedAt: z.string(),
  publicKey: z.string(),
  signature: z.string(),
})

const settings = readPlatformSettings(process.env, [])
const report = options.file === undefined ? await verifyDatabase(settings) : await verify(fileTrail(options.file))
for (const finding of report.findings) console.error(finding)
console.log(`${report.entries} sealed entries, ${report.waiting} waiting, ${report.heads} signed heads, last hash ${report.lastHash}`)
console.log(report.findings.length === 0 ? 'The audit trail is whole.' : `${report.findings.length} findings.`)
process.exitCode = report.findings.length === 0 ? 0 : 1

async function verify(source: TrailSource): Promise<AuditReport> {
  const keys = readAuditKeys(openSecrets(settings, process.env), process.env)
  const kept = options.head === undefined ? [] : JSON.parse(await readFile(options.head, 'utf8'))
  return verifyTrail(source, { keys, heads: z.array(signedHead).parse([...kept, ...(await headsOnChain())]) })
}

/** Asked of a node that the verifier chooses: ours could say what it likes. */
async function headsOnChain(): Promise<unknown[]> {
  const { chain, publisher, 'from-block': fromBlock = '0' } = options
  if (chain === undefined) return []
  // Only when asked for: the rest of the command knows no chain.
  const { findPublishedHeads } = await import('./modules/blockchain/index.ts')
  const found = await findPublishedHeads({ rpcUrl: chain, publisher: getAddress(publisher ?? ''), fromBlock: Number(fromBlock) })
  const heads = found.filter(({ tunjo }) => tunjo === 'audit')
  console.log(`${heads.length} heads of the audit trail on the chain`)
  return heads
}

async function verifyDatabase({ databaseUrl, dataDir }: PlatformSettings): Promise<AuditReport> {
  if (databaseUrl !== null) return verifyOn({ connectionString: databaseUrl })
  const running = runningDatabase(dataDir)
  if (running) return verifyOn(running)
  const disown = ownFolder(dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir, log: createLog({ level: 'warn', pretty: false }) })
  try {
    return await verifyOn(postgres.connection)
  } finally {
    await postgres.stop()
    disown()
  }
}

/** Of a demo that runs in this folder now. */
function runningDatabase(dataDir: string): ConnectionSettings | null {
  try {
    ownFolder(dataDir)()
    return null
  } catch (error) {
    const note = join(dataDir, 'embedded.json')
    if (!(error instanceof FolderInUse) || !existsSync(note)) throw error
    const { database } = JSON.parse(readFileSync(note, 'utf8')) as { database: { owner: ConnectionSettings } }
    return database.owner
  }
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
