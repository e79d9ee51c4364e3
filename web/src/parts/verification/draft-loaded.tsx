/** Loading boundary for the draft of a form. */
import { useQuery } from '@tanstack/react-query'
import type { Draft } from '@tunjo/contract/kyc-drafts'
import type { Form } from '@tunjo/contract/kyc-forms'
import type { ReactNode } from 'react'
import { errorText } from '../../api/error-text.ts'
import { draftQuery } from '../../api/kyc.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'

export function DraftLoaded({ form, children }: { form: Form; children: (draft: Draft) => ReactNode }) {
  const { data, error, refetch } = useQuery(draftQuery(form))
  if (data) return children(data)
  if (error) return <ErrorState message={errorText(error)} onRetry={() => void refetch()} />
  return <RowsSkeleton rows={6} />
}
