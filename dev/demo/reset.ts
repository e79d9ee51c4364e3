/** Delete a demo's data: only what the product writes, so that a folder named by mistake loses nothing else. */
import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CommandRefused } from '../../server/src/platform/process/command-refused.ts'
import type { PlatformSettings } from '../../server/src/platform/process/config.ts'
import { lockFolder } from '../../server/src/platform/process/folder-lock.ts'
import { anvilFiles, endAnvil, findOrphan } from '../embedded/chain/anvil-process.ts'
import { endOrphan } from '../embedded/database/postgres-owner.ts'

export class ResetRefused extends CommandRefused {}

/** In this order: an interrupted reset still looks like a demo. */
const WRITTEN = [
  'files',
  'mail',
  'uploads',
  'sandbox',
  'sandbox.jsonl',
  'sandbox.port',
  'embedded.json',
  'postgres',
  'chain',
  'secrets.key',
] as const
const CLUSTER = join('postgres', 'data')
/** Every demo has the first, and the second unless a key was given. */
const SIGNS = [join('chain', 'mnemonic'), 'secrets.key']

/** False when there is none. @throws ResetRefused, FolderInUse */
export async function resetDemo({ profile, databaseUrl, dataDir }: PlatformSettings): Promise<boolean> {
  if (profile !== 'demo') throw new ResetRefused('Only a demo is reset: PROFILE is not demo.')
  if (databaseUrl !== null) throw new ResetRefused('This demo keeps its data in DATABASE_URL, which this command does not touch.')
  if (!existsSync(dataDir) || readdirSync(dataDir).length === 0) return false
  if (!SIGNS.some((name) => existsSync(join(dataDir, name)))) throw new ResetRefused(`${dataDir} does not look like the folder of a demo.`)
  const disown = lockFolder(dataDir)
  try {
    await endLeftBehind(dataDir)
    for (const name of WRITTEN) rmSync(join(dataDir, name), { recursive: true, force: true })
  } finally {
    disown()
  }
  if (readdirSync(dataDir).length === 0) rmdirSync(dataDir)
  return true
}

/** After a kill -9 the database and the chain survive, and the next start would not find them. */
async function endLeftBehind(dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, CLUSTER))) await endOrphan(join(dataDir, CLUSTER))
  const files = anvilFiles(join(dataDir, 'chain'))
  const chain = await findOrphan(files)
  if (chain) await endAnvil(chain, files)
}
