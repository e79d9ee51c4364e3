/** Check of the folder of an installation: it is writable, and its disk has free space. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Finding, fault, ok, reasonOf } from '../observability/finding.ts'
import type { PlatformSettings } from '../process/config.ts'

const CHECK = 'data folder'
const MEGABYTE = 1_048_576

/** Leaves nothing behind: a file is written, and removed again. For a missing folder the one above is checked. */
export async function folderFinding({
  dataDir,
  freeMinimumBytes,
}: Pick<PlatformSettings, 'dataDir' | 'freeMinimumBytes'>): Promise<Finding> {
  const isThere = existsSync(dataDir)
  const folder = isThere ? dataDir : nearestFolder(dataDir)
  const probe = join(folder, `.tunjo-check-${randomUUID()}`)
  try {
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 })
    await rm(probe)
  } catch (error) {
    const next = `Give the user of the product the right to write to ${folder}, or choose another DATA_DIR.`
    return fault(CHECK, `DATA_DIR ${dataDir} cannot be written to: ${reasonOf(error)}`, next)
  }
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const room = `${Math.floor(free / MEGABYTE)} MB free`
  if (free < freeMinimumBytes)
    return fault(
      CHECK,
      `DATA_DIR ${dataDir} has ${room}, and with less than ${freeMinimumBytes / MEGABYTE} MB no file of a customer is taken.`,
      'Make room on its disk, or lower DATA_DIR_MINIMUM_FREE_MB.',
    )
  return ok(CHECK, `DATA_DIR ${dataDir} can be written to, ${room}${isThere ? '' : '; it is made at the first start'}.`)
}

function nearestFolder(path: string): string {
  const above = dirname(path)
  return existsSync(above) || above === path ? above : nearestFolder(above)
}
