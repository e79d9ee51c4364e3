/** Histories of the views (platform/views/view-files.ts) with the texts of today, as `npm run map` writes them: path and text. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrationSources } from '../src/composition/migration-sources.ts'
import { HISTORY_FILE, nextHistory, readViews } from '../src/platform/views/view-files.ts'

export async function viewHistories(): Promise<Map<string, string>> {
  const histories = new Map<string, string>()
  for (const source of migrationSources()) {
    const views = await readViews([source])
    if (views.length === 0) continue
    const file = join(source.views ?? '', HISTORY_FILE)
    histories.set(file, nextHistory(existsSync(file) ? readFileSync(file, 'utf8') : '', views))
  }
  return histories
}
