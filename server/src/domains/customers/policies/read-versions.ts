/** The Markdown files of the policies, read once at the start. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { POLICY_SLUGS, type PolicySlug } from '@tunjo/contract/policies'
import * as z from 'zod'
import { parseMarkdown } from './parse-markdown.ts'
import { wrongWith } from './rules.ts'
import type { PolicyVersion } from './types.ts'

const OUR_TEXTS = fileURLToPath(new URL('texts', import.meta.url))
const EXTENSION = '.md'

const text = z.string().min(1)
const FrontMatter = z.strictObject({
  title: text,
  date: z.iso.date(),
  summary: text,
  announced: z.iso.date().optional(),
  // Longer ones would be cut in the mail that announces them.
  changes: text.max(350).optional(),
})
/** In the sort order of their names. */
const VERSION = /^\d{4}-\d{2}$/

/** All versions of every policy, newest first: versions are `year-number`, so that their order is that of their names. */
export type PolicyVersions = ReadonlyMap<string, readonly PolicyVersion[]>

export function readVersions(folder = OUR_TEXTS): PolicyVersions {
  return new Map(POLICY_SLUGS.map((slug) => [slug, versionsOf(join(folder, slug), slug)]))
}

function versionsOf(folder: string, slug: PolicySlug): PolicyVersion[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(EXTENSION))
  if (names.length === 0) throw new Error(`Policy ${slug} has no text.`)
  const versions = names
    .sort()
    .reverse()
    .map((name) => readVersion(folder, slug, name.slice(0, -EXTENSION.length)))
  const wrong = wrongWith(versions)
  if (wrong !== null) throw new Error(`Policy ${slug}: ${wrong}.`)
  return versions
}

function readVersion(folder: string, slug: PolicySlug, version: string): PolicyVersion {
  if (!VERSION.test(version)) throw new Error(`Policy ${slug}: a version is named as 2026-01, not ${version}.`)
  const file = readFileSync(join(folder, version + EXTENSION), 'utf8')
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? []
  const fields = head.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
  return { slug, version, ...FrontMatter.parse(Object.fromEntries(fields)), blocks: parseMarkdown(body) }
}
