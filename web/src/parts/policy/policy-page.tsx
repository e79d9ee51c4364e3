/** A policy as a page: title, version, contents, text, and the same text as an embedded PDF (SHELL-03). */
import { useQuery } from '@tanstack/react-query'
import type { PolicySlug } from '@tunjo/contract/policies'
import { errorText } from '../../api/error-text.ts'
import { policyQuery } from '../../api/policies.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { PolicyDocument } from './policy-document.tsx'
import { PolicySkeleton } from './policy-skeleton.tsx'

export function PolicyPage({ slug }: { slug: PolicySlug }) {
  const policy = useQuery(policyQuery(slug))
  if (policy.data) return <PolicyDocument policy={policy.data} />
  if (policy.isError) return <ErrorState message={errorText(policy.error)} onRetry={() => void policy.refetch()} />
  return <PolicySkeleton />
}
