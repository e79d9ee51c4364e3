/** Count of calls refused for a missing acceptance: counted by the page, since the lazy dialog may not be loaded yet. */
import { useEffect, useState } from 'react'
import { hasCode } from '../../api/error-text.ts'
import { queries } from '../../api/query-client.ts'

export function useConsentRefusals(): number {
  const [count, setCount] = useState(0)
  useEffect(
    () =>
      queries.getMutationCache().subscribe((event) => {
        // Only the refusal event: later updates of the same call would count again.
        if (event.type !== 'updated' || event.action.type !== 'error' || !hasCode(event.action.error, 'identity.consent_needed')) return
        setCount((before) => before + 1)
      }),
    [],
  )
  return count
}
