/** How often a call was refused for want of an acceptance: counted by the page, since the part that asks for it may not have arrived yet. */
import { useEffect, useState } from 'react'
import { hasCode } from '../../api/error-text.ts'
import { queries } from '../../api/query-client.ts'

export function useConsentRefusals(): number {
  const [count, setCount] = useState(0)
  useEffect(
    () =>
      queries.getMutationCache().subscribe((event) => {
        // Only when it is refused: what becomes of the call afterwards would count again.
        if (event.type !== 'updated' || event.action.type !== 'error' || !hasCode(event.action.error, 'identity.consent_needed')) return
        setCount((before) => before + 1)
      }),
    [],
  )
  return count
}
