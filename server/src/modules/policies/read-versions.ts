/** The Markdown files of the policies, read once at the start. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { POLICY_SLUGS, type PolicySlug } from '@tunjo/contract/policies'
import * as z from 'zod'
import { parseMarkdown } from './parse-markdown.ts'
import type { PolicyVersion } from './types.ts'

const FOLDER = fileURLToPath(new URL('texts', import.meta.url))
const EXTENSION = '.md'

const FrontMatter = z.strictObject({ title: z.string().min(1), date: z.iso.date(), summary: z.string().min(1) })

/** Of every policy all versions, newest first: versions are `year-number`, so that their order is that of their names. */
export type PolicyVersions = ReadonlyMap<string, readonly PolicyVersion[]>

export function readVersions(): PolicyVersions {
  return new Map(POLICY_SLUGS.map((slug) => [slug, versionsOf(slug)]))
}

function versionsOf(slug: PolicySlug): PolicyVersion[] {
  const names = readdirSync(join(FOLDER, slug)).filter((name) => name.endsWith(EXTENSION))
  if (names.length === 0) throw new Error(`Policy ${slug} has no text.`)
  return names
    .sort()
    .reverse()
    .map((name) => readVersion(slug, name.slice(0, -EXTENSION.length)))
}

function readVersion(slug: PolicySlug, version: string): PolicyVersion {
  const file = readFileSync(join(FOLDER, slug, version + EXTENSION), 'utf8')
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? []
  const fields = head.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
  return { slug, version, ...FrontMatter.parse(Object.fromEntries(fields)), blocks: parseMarkdown(body) }
}
