/** Host of changed policy texts: a banner above the page, and the consent dialog on the first page of a visit. */

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

/** Session key of deferred versions: the dialog appears once per session for the same versions. */
const LATER = 'tunjo.consents-later'

interface ConsentHostProps {
  /** Count of calls refused for a missing acceptance. */
  refusals: number
}

export function ConsentHost({ refusals }: ConsentHostProps) {
  const { data } = useQuery(consentsQuery)
  const needed = data?.needed ?? []
  const announced = data?.announced ?? []
  const asked = namesOf(needed)
  /** Requested dialog; null before the first request, empty after it was deferred. */
  const [wanted, setWanted] = useState<string | null>(null)

  // A call refused for a missing acceptance opens the dialog immediately.
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
