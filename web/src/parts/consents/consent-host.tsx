/** Texts that changed: a line above the page, and at the first page of a visit the question whether the customer accepts them. */

import { useQuery } from '@tanstack/react-query'
import type { ConsentChange } from '@tunjo/contract/consents'
import { useEffect, useState } from 'react'
import { consentsQuery } from '../../api/consents.ts'
import { queries } from '../../api/query-client.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { sessionStore } from '../../ui/page-storage.ts'
import { ConsentBanner, nameOf } from './consent-banner.tsx'

const ConsentDialog = lazyComponent(async () => (await import('./consent-dialog.tsx')).ConsentDialog, {
  dialog: { close: ({ onClose }) => onClose() },
})

/** Until the session ends nobody is asked twice for the same versions. */
const LATER = 'tunjo.consents-later'

interface ConsentHostProps {
  /** How often something was refused so far because an acceptance is missing. */
  refusals: number
}

export function ConsentHost({ refusals }: ConsentHostProps) {
  const { data } = useQuery(consentsQuery)
  const needed = data?.needed ?? []
  const announced = data?.announced ?? []
  const asked = namesOf(needed)
  /** Which question was asked for; null before anybody did, empty after it was put off. */
  const [wanted, setWanted] = useState<string | null>(null)

  // What was refused for want of an acceptance is asked for there and then.
  useEffect(() => {
    if (refusals === 0) return
    void queries.fetchQuery({ ...consentsQuery, staleTime: 0 }).then(
      (answer) => setWanted(namesOf(answer.needed)),
      () => undefined,
    )
  }, [refusals])

  if (needed.length + announced.length === 0) return null
  const isOpen = needed.length > 0 && (wanted === asked || (wanted === null && sessionStore.getItem(LATER) !== asked))
  return (
    <>
      <ConsentBanner needed={needed} announced={announced} onReview={() => setWanted(asked)} />
      {isOpen && (
        <ConsentDialog
          changes={needed}
          onClose={() => {
            sessionStore.setItem(LATER, asked)
            setWanted('')
          }}
        />
      )}
    </>
  )
}

const namesOf = (changes: readonly ConsentChange[]): string => changes.map(nameOf).join()
