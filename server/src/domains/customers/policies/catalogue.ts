/** Catalogue of policies: finds a version of a policy and returns it in the requested form. */
import type { Policy, PolicyChanges, PolicyEntry, PolicyText } from '@tunjo/contract/policies'
import { sha256 } from '../../../platform/database/ids.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { Clock } from '../../../platform/time/clock.ts'
import { compareVersions } from './compare-versions.ts'
import { writePdf } from './pdf/write-pdf.ts'
import type { PolicyVersions } from './read-versions.ts'
import { inForce, published } from './rules.ts'
import type { PolicyVersion } from './types.ts'
import { countWords, writeChanges } from './write-changes.ts'
import { writeHtml } from './write-html.ts'

export interface PolicyPdf {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly etag: string
}
/** Without a version: the one in force. Refuses an unknown version, and one that is not announced yet. */
export interface PolicyCatalogue {
  list(): PolicyEntry[]
  read(slug: string, version?: string): PolicyText
  changes(slug: string, between: { from: string; to: string }): PolicyChanges
  pdf(slug: string, version?: string): Promise<PolicyPdf>
}
interface ShelfParts {
  readonly versions: PolicyVersions
  readonly clock: Clock
  readonly origin: string
}

export function createCatalogue({ versions, clock, origin }: ShelfParts): PolicyCatalogue {
  /** Rendered on first request and cached: there are few. */
  const pdfs = new Map<PolicyVersion, Promise<PolicyPdf>>()

  function find(slug: string, version?: string): PolicyVersion {
    const all = versions.get(slug) ?? []
    const now = clock.now()
    const found = version === undefined ? inForce(all, now) : published(all, now).find((candidate) => candidate.version === version)
    return found ?? refuse('request.not_found')
  }

  return {
    list: () => [...versions].map(([slug, all]) => entryOf(find(slug), published(all, clock.now()))),
    read(slug, version) {
      const policy = find(slug, version)
      const headings = policy.blocks.flatMap((block) => (block.kind === 'heading' ? [block] : []))
      return { ...describe(policy), html: writeHtml(policy.blocks), headings: headings.map(({ level, id, text }) => ({ level, id, text })) }
    },
    changes(slug, between) {
      const [from, to] = [find(slug, between.from), find(slug, between.to)]
      if (from.version >= to.version) refuse('request.not_found')
      const lines = compareVersions(from.blocks, to.blocks)
      return {
        slug: to.slug,
        title: to.title,
        from: { version: from.version, date: from.date },
        to: { version: to.version, date: to.date },
        added: countWords(lines, 'added'),
        removed: countWords(lines, 'removed'),
        html: writeChanges(lines),
      }
    },
    async pdf(slug, version) {
      const policy = find(slug, version)
      const known = pdfs.get(policy) ?? makePdf(policy, origin)
      pdfs.set(policy, known)
      return known
    },
  }
}

function describe({ slug, version, title, summary, date }: PolicyVersion): Policy {
  const text = `/api/policies/${slug}`
  const paths = { page: `/${slug}`, text: `${text}?version=${version}`, pdf: `${text}/pdf?version=${version}` }
  return { slug, version, title, summary, date, paths }
}

function entryOf(current: PolicyVersion, all: readonly PolicyVersion[]): PolicyEntry {
  const history = all.map(({ version, date, changes = null }) => ({ version, date, changes }))
  return { ...describe(current), versions: all.map(({ version }) => version), history }
}

async function makePdf(policy: PolicyVersion, origin: string): Promise<PolicyPdf> {
  const bytes = await writePdf(policy, origin)
  return { name: `tunjo-${policy.slug}-${policy.version}.pdf`, bytes, etag: sha256(bytes) }
}
