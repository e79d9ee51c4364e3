/** Finds a version of a policy and gives it in the form that is asked for. */
import type { Policy, PolicyText } from '@tunjo/contract/policies'
import { sha256 } from '../../platform/ids.ts'
import { refuse } from '../../platform/refusal.ts'
import { writePdf } from './pdf/write-pdf.ts'
import type { PolicyVersions } from './read-versions.ts'
import type { PolicyVersion } from './types.ts'
import { writeHtml } from './write-html.ts'

export interface PolicyPdf {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly etag: string
}
/** Without a version: the newest. Refuses what does not exist. */
export interface PolicyShelf {
  list(): (Policy & { versions: string[] })[]
  read(slug: string, version?: string): PolicyText
  pdf(slug: string, version?: string): Promise<PolicyPdf>
}

export function createShelf(versions: PolicyVersions, origin: string): PolicyShelf {
  /** Made when first asked for and kept: there are few. */
  const pdfs = new Map<PolicyVersion, Promise<PolicyPdf>>()

  function find(slug: string, version?: string): PolicyVersion {
    const found = versions.get(slug)?.find((candidate) => version === undefined || candidate.version === version)
    return found ?? refuse('request.not_found')
  }

  return {
    list: () =>
      [...versions.keys()].map((slug) => ({ ...describe(find(slug)), versions: (versions.get(slug) ?? []).map(({ version }) => version) })),
    read(slug, version) {
      const policy = find(slug, version)
      const headings = policy.blocks.flatMap((block) => (block.kind === 'heading' ? [block] : []))
      return { ...describe(policy), html: writeHtml(policy.blocks), headings: headings.map(({ level, id, text }) => ({ level, id, text })) }
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

async function makePdf(policy: PolicyVersion, origin: string): Promise<PolicyPdf> {
  const bytes = await writePdf(policy, origin)
  return { name: `tunjo-${policy.slug}-${policy.version}.pdf`, bytes, etag: sha256(bytes) }
}
