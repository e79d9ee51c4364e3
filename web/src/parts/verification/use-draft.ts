/** Draft of a form for its component. Mount it under <DraftLoaded>, which waits for the first answer. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Draft, FormFile, UnfinishedUpload } from '@tunjo/contract/kyc-drafts'
import type { Form } from '@tunjo/contract/kyc-forms'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { draftQuery, saveDraft, statusQuery } from '../../api/kyc.ts'
import { createDraftKeeper, type DraftState, type Values } from './draft-keeper.ts'

export interface DraftHandle extends DraftState {
  readonly form: Form
  readonly files: readonly FormFile[]
  readonly uploads: readonly UnfinishedUpload[]
  /** Current values, for asynchronous work. */
  latest: () => Values
  set: (name: string, value: unknown) => void
  change: (values: Values) => void
  isTouched: (name: string) => boolean
  /** Marks a preselected value as seen. */
  touch: (name: string) => void
  /** Saves immediately. */
  flush: () => Promise<void>
}

/** @param first the server's draft at the opening of the form; @param initial preselected values, read once */
export function useDraft(first: Draft, initial: Values = {}): DraftHandle {
  const { form } = first
  const cache = useQueryClient()
  const { data: latest = first } = useQuery(draftQuery(form))
  const [keeper] = useState(() => createDraftKeeper(storeOf(), initial, first))
  const state = useSyncExternalStore(keeper.subscribe, keeper.state)

  function storeOf() {
    return {
      load: () => cache.fetchQuery({ ...draftQuery(form), staleTime: 0 }),
      async save(fields: Values, revision: number): Promise<number> {
        const next = await saveDraft(form, fields, revision)
        cache.setQueryData<Draft>(draftQuery(form).queryKey, (known) => known && { ...known, fields, revision: next })
        void cache.invalidateQueries({ queryKey: statusQuery.queryKey })
        return next
      },
    }
  }

  useEffect(() => keeper.receive(latest), [keeper, latest])
  useEffect(() => {
    const leave = () => void keeper.flush()
    const hide = () => document.visibilityState === 'hidden' && leave()
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('online', leave)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('online', leave)
      leave()
    }
  }, [keeper])

  const { change, flush, isTouched, touch } = keeper
  return {
    ...state,
    form,
    files: latest.files,
    uploads: latest.uploads,
    change,
    flush,
    isTouched,
    touch,
    latest: () => keeper.state().values,
    set: (name, value) => change({ [name]: value }),
  }
}
