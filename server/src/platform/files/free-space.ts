/**
 * Free space on the disk of DATA_DIR: below the limit no customer file is accepted, so that the process and its log keep working and stored
 * files stay safe.
 */
import { mkdir, statfs } from 'node:fs/promises'
import { refuse } from '../http/refusal.ts'
import { declareMeasures, type Gauges } from '../observability/gauges.ts'
import type { PlatformSettings } from '../process/config.ts'

const MEASURES = declareMeasures('storage', {
  free_bytes: {
    help: 'Free space on the disk of DATA_DIR',
    ofProcess: true,
    rules: [
      {
        alert: 'StorageLow',
        expr: 'tunjo_storage_free_bytes < 2 * tunjo_storage_minimum_bytes',
        for: '30s',
        severity: 'page',
        summary: 'The disk of DATA_DIR has less than twice the minimum below which no file is accepted',
      },
    ],
  },
  minimum_bytes: { help: 'Free space below which no customer file is accepted', ofProcess: true },
})

const RETRY_AFTER_SECONDS = 600

export interface FreeSpace {
  /** @throws Refused `files.storage_full` */
  check(): Promise<void>
  freeBytes(): Promise<number>
  readonly figures: Gauges
}

export function createFreeSpace({ dataDir, freeMinimumBytes }: Pick<PlatformSettings, 'dataDir' | 'freeMinimumBytes'>): FreeSpace {
  const freeBytes = async (): Promise<number> => {
    await mkdir(dataDir, { recursive: true })
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize
  }
  return {
    freeBytes,
    async check() {
      if ((await freeBytes()) < freeMinimumBytes) refuse('files.storage_full', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    },
    figures: {
      measures: MEASURES,
      read: async () => ({ free_bytes: await freeBytes(), minimum_bytes: freeMinimumBytes }),
    },
  }
}
