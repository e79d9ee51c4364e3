/**
 * Views as files: `server/views/<schema>/<view>.sql` is the text of a view today, one `CREATE OR REPLACE VIEW`. `history.tsv` beside it names
 * the hash of each text that the view had, oldest first (`npm run map` adds the newest): by the number of its text a newer program is known
 * from an older one. Which views one uses is found in its text; `-- after: schema.view` declares what the text does not show.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '../database/ids.ts'
import type { MigrationSource } from '../database/migration-files.ts'

export interface ViewFile {
  /** `schema.view` */
  readonly name: string
  readonly text: string
  readonly hash: string
  /** Number of this text among all that the view had, from 1. */
  readonly revision: number
}

export const HISTORY_FILE = 'history.tsv'
const CREATES = /^CREATE OR REPLACE VIEW ([a-z0-9_]+\.[a-z0-9_]+)\b/
const AFTER = /^-- after: (\S+)$/gm

/**
 * All views of this version, each after those that it uses.
 *
 * @throws Error when a file is not one view of its name, a declaration names no view, or views use each other
 */
export async function readViews(sources: readonly MigrationSource[]): Promise<ViewFile[]> {
  const views: ViewFile[] = []
  for (const { module, views: folder } of sources)
    if (folder !== undefined && existsSync(folder)) views.push(...(await viewsOf(module, folder)))
  return inOrder(views)
}

async function viewsOf(schema: string, folder: string): Promise<ViewFile[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const history = parseHistory(existsSync(join(folder, HISTORY_FILE)) ? await readFile(join(folder, HISTORY_FILE), 'utf8') : '')
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8')
      const name = `${schema}.${file.slice(0, -'.sql'.length)}`
      checkStatement(name, text)
      const hash = sha256(text)
      return { name, text, hash, revision: revisionOf(history.get(name) ?? [], hash) }
    }),
  )
}

/** A text that the history does not name yet is the next one. */
const revisionOf = (hashes: readonly string[], hash: string): number => (hashes.at(-1) === hash ? hashes.length : hashes.length + 1)

/** Hashes of each view, by its whole name. */
export function parseHistory(text: string): Map<string, string[]> {
  const history = new Map<string, string[]>()
  for (const line of text.split('\n').filter(Boolean)) {
    const [name = '', hash = ''] = line.split('\t')
    history.set(name, [...(history.get(name) ?? []), hash])
  }
  return history
}

/** The history with the text of today added for each view whose text it does not end with. */
export function nextHistory(text: string, views: readonly Pick<ViewFile, 'name' | 'hash'>[]): string {
  const history = parseHistory(text)
  for (const { name, hash } of views) {
    const hashes = history.get(name) ?? []
    if (hashes.at(-1) !== hash) history.set(name, [...hashes, hash])
  }
  const lines = [...history].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([name, hashes]) => hashes.map((hash) => `${name}\t${hash}\n`))
  return lines.join('')
}

function checkStatement(name: string, text: string): void {
  const [statement = '', ...others] = plain(text)
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
  const created = CREATES.exec(statement)?.[1]
  if (created !== name || others.length > 0)
    throw new Error(`The file of the view ${name} must be one statement CREATE OR REPLACE VIEW ${name} and comments.`)
}

function inOrder(views: readonly ViewFile[]): ViewFile[] {
  const byName = new Map(views.map((view) => [view.name, view]))
  const uses = new Map(views.map((view) => [view.name, usedBy(view, byName)]))
  const ordered = new Set<ViewFile>()
  const visit = (view: ViewFile, path: readonly string[]): void => {
    if (path.includes(view.name))
      throw new Error(`Views use each other: ${[...path.slice(path.indexOf(view.name)), view.name].join(' → ')}.`)
    if (ordered.has(view)) return
    for (const used of uses.get(view.name) ?? []) visit(used, [...path, view.name])
    ordered.add(view)
  }
  for (const view of views) visit(view, [])
  return [...ordered]
}

function usedBy({ name, text }: ViewFile, byName: ReadonlyMap<string, ViewFile>): ViewFile[] {
  const named = [...plain(text).matchAll(/\b[a-z0-9_]+\.[a-z0-9_]+\b/g)].map(([found]) => found).filter((found) => found !== name)
  const declared = [...text.matchAll(AFTER)].map(([, found = '']) => found)
  const unknown = declared.find((found) => !byName.has(found))
  if (unknown !== undefined) throw new Error(`The view ${name} is declared to come after ${unknown}, which is no view of this version.`)
  return [...new Set([...named, ...declared])].flatMap((found) => byName.get(found) ?? [])
}

/** Without comments and strings. */
const plain = (text: string): string =>
  text
    .replace(/--.*$/gm, '')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/'(?:[^']|'')*'/g, "''")
