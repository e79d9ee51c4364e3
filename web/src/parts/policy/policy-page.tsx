/** Policy page: title, version, contents, text, and the same text as an embedded PDF (SHELL-03); or the changes of a version. */
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { PolicySlug } from '@tunjo/contract/policies'
import { errorText } from '../../api/error-text.ts'
import { policyQuery } from '../../api/policies.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { PolicyDocument } from './policy-document.tsx'
import { readPolicyAddress } from './policy-paths.ts'
import { PolicySkeleton } from './policy-skeleton.tsx'

const PolicyComparison = lazyComponent(async () => (await import('./policy-comparison.tsx')).PolicyComparison, {
  waiting: <PolicySkeleton />,
})

export function PolicyPage({ slug }: { slug: PolicySlug }) {
  const { version, since } = readPolicyAddress(useSearch({ strict: false }))
  if (version === null || since === null) return <OneVersion slug={slug} version={version} />
  return <PolicyComparison slug={slug} from={since} to={version} />
}

function OneVersion({ slug, version }: { slug: PolicySlug; version: string | null }) {
  const policy = useQuery(policyQuery(slug, version))
  if (policy.data) return <PolicyDocument policy={policy.data} />
  if (policy.isError) return <ErrorState isPage message={errorText(policy.error)} onRetry={() => void policy.refetch()} />
  return <PolicySkeleton />
}
