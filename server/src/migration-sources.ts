/** Folders of migrations: one for the platform and one for each module that has tables. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MigrationSource } from './platform/migration-files.ts'

const SOURCES = fileURLToPath(new URL('.', import.meta.url))

const VIEWS = join(SOURCES, '../views')

/** Schemas that were named before their folder was; the schema and the names in `platform.migration` stay. */
const SCHEMA_OF_FOLDER: Readonly<Record<string, string>> = { blocklist: 'blacklist' }

/** Every module that has migrations: the platform first, `reports` last since it may read the views of the others. */
export function migrationSources(): MigrationSource[] {
  const modules = readdirSync(join(SOURCES, 'modules')).sort()
  const ordered = [...modules.filter((name) => name !== 'reports'), 'reports']
  const folders = [join(SOURCES, 'platform'), ...ordered.map((name) => join(SOURCES, 'modules', name))]
  return folders
    .map((folder) => ({ module: SCHEMA_OF_FOLDER[basename(folder)] ?? basename(folder), folder: join(folder, 'migrations') }))
    .filter(({ folder }) => existsSync(folder))
    .map((source) => ({ ...source, views: join(VIEWS, source.module) }))
}
