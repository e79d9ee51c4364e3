/** Policy texts that a customer accepts. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { type PolicySlug, policies } from '@tunjo/contract/policies'
import { send } from './transport.ts'

const calls = client({ list: policies.list, read: policies.read, changes: policies.changes }, send)

/** Without a version: the one in force. */
export const policyQuery = (slug: PolicySlug, version: string | null) =>
  queryOptions({
    queryKey: ['policies', slug, version],
    queryFn: ({ signal }) => calls.read({ params: { slug }, query: version === null ? {} : { version } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const policyEntryQuery = (slug: PolicySlug) =>
  queryOptions({
    queryKey: ['policies', 'list'],
    queryFn: ({ signal }) => calls.list({}, { signal }),
    select: (entries) => entries.find((entry) => entry.slug === slug),
  })

export const policyChangesQuery = (slug: PolicySlug, from: string, to: string) =>
  queryOptions({
    queryKey: ['policies', slug, from, to],
    queryFn: ({ signal }) => calls.changes({ params: { slug }, query: { from, to } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
