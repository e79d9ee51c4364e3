/** The texts that a customer accepts. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { type PolicySlug, policies } from '@tunjo/contract/policies'
import { send } from './transport.ts'

const calls = client({ read: policies.read }, send)

export const policyQuery = (slug: PolicySlug) =>
  queryOptions({
    queryKey: ['policies', slug],
    queryFn: ({ signal }) => calls.read({ params: { slug } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
