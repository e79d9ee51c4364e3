/** HTTP routes of policies: list, text, comparison, PDF. */
import { policies as contract } from '@tunjo/contract/policies'
import { sha256 } from '../../../platform/database/ids.ts'
import { type HttpContext, implement, type Route } from '../../../platform/http/route.ts'
import type { PolicyCatalogue } from './catalogue.ts'

const DAY_SECONDS = 86_400

export function policyRoutes(catalogue: PolicyCatalogue): Route[] {
  return implement(contract, {
    list: async ({ http }) => cached(http, catalogue.list(), false),
    read: async ({ params, query, http }) => cached(http, catalogue.read(params.slug, query.version), query.version !== undefined),
    changes: async ({ params, query, http }) => cached(http, catalogue.changes(params.slug, query), true),
    async pdf({ params, query, http }) {
      const { name, bytes, etag } = await catalogue.pdf(params.slug, query.version)
      allowOwnFrames(http)
      keepFor(http, etag, query.version !== undefined)
      http.setHeader('content-disposition', `inline; filename="${name}"`)
      return bytes
    },
  })
}

function cached<T>(http: HttpContext, answer: T, namesVersion: boolean): T {
  keepFor(http, sha256(JSON.stringify(answer)), namesVersion)
  return answer
}

/** The words of a version never change, but its layout may: a day is long enough. Without a version another may take effect at any time. */
function keepFor(http: HttpContext, hash: string, namesVersion: boolean): void {
  http.setHeader('etag', `"${hash.slice(0, 32)}"`)
  http.setHeader('cache-control', namesVersion ? `public, max-age=${DAY_SECONDS}` : 'public, no-cache')
}

/** The policy pages embed it; no other answer of the server may be framed. */
function allowOwnFrames(http: HttpContext): void {
  http.setHeader('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'")
  http.setHeader('x-frame-options', 'SAMEORIGIN')
}
