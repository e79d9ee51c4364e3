/** Files of migrations, in the order in which an empty database gets them, and what their first lines declare. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from './ids.ts'
import { isFromTimeOfViews } from './migrations-with-views.ts'

export interface MigrationSource {
  readonly module: string
  readonly folder: string
  /** Folder of the texts of its views (views/view-files.ts); it may not exist. */
  readonly views?: string
}

export interface MigrationText {
  /** `<module>/<file>` */
  readonly name: string
  /** Under which the journal may have it; it is recorded under the first. */
  readonly hashes: readonly string[]
  readonly text: string
}

export interface MigrationFile extends MigrationText {
  readonly module: string
  readonly file: string
  /** Names of all migrations of its module. */
  readonly names: readonly string[]
}

/** All migrations of this version: first those that created views, in the order of the modules, then the newer ones. */
export async function migrationFiles(sources: readonly MigrationSource[]): Promise<MigrationFile[]> {
  const files: MigrationFile[] = []
  for (const { module, folder } of sources) {
    const own = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
    const names = own.map((file) => `${module}/${file}`)
    for (const file of own) {
      const text = await readFile(join(folder, file), 'utf8')
      files.push({ module, file, name: `${module}/${file}`, names, hashes: hashesOf(text), text })
    }
  }
  const isFirst = ({ module, file }: MigrationFile) => isFromTimeOfViews(module, file)
  return [...files.filter(isFirst), ...files.filter((file) => !isFirst(file))]
}

/**
 * The whole text, and the text without the lines in which its author explains that it is compatible (decision 106): these were added to
 * migrations that installations had already applied.
 */
export const formsOf = (text: string): [string, string] => [text, text.replace(/^-- compatible: .*\n/gm, '')]
const hashesOf = (text: string): string[] => formsOf(text).map((form) => sha256(form))

/** The migration that replaced what this one removes (newer-migrations.ts), or null. */
export const contractsOf = (text: string): string | null => /^-- contracts: (\S+)$/m.exec(text)?.[1] ?? null

/** undefined_table, invalid_schema_name; insufficient_privilege of a role without rights so far */
export const NEVER_MIGRATED = new Set(['42P01', '3F000', '42501'])
