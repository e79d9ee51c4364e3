/** Folders of migrations: one for the platform and one for each module that has tables. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MigrationSource } from '../platform/database/migration-files.ts'

const PLATFORM = fileURLToPath(new URL('../platform', import.meta.url))
const DOMAINS = fileURLToPath(new URL('../domains', import.meta.url))
const VIEWS = fileURLToPath(new URL('../../views', import.meta.url))

/** Schemas that were named before their folder was; the schema and the names in `platform.migration` stay. */
const SCHEMA_OF_FOLDER: Readonly<Record<string, string>> = { blocklist: 'blacklist' }

/**
 * Every module that has migrations: the platform first, then by name whatever the domain, `reports` last since it may read the views of the
 * others.
 */
export function migrationSources(): MigrationSource[] {
  const modules = readdirSync(DOMAINS).flatMap((domain) => readdirSync(join(DOMAINS, domain)).map((name) => join(DOMAINS, domain, name)))
  const placeOf = (folder: string) => (basename(folder) === 'reports' ? `~${folder}` : basename(folder))
  const ordered = modules.sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
  return [PLATFORM, ...ordered]
    .map((folder) => ({ module: SCHEMA_OF_FOLDER[basename(folder)] ?? basename(folder), folder: join(folder, 'migrations') }))
    .filter(({ folder }) => existsSync(folder))
    .map((source) => ({ ...source, views: join(VIEWS, source.module) }))
}
