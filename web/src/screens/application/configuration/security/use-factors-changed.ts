/** Refresh after a second factor was added or removed: withdrawals are then held too. */
import { useQueryClient } from '@tanstack/react-query'

export function useFactorsChanged(): () => Promise<unknown> {
  const cache = useQueryClient()
  return () => Promise.all([cache.invalidateQueries({ queryKey: ['factors'] }), cache.invalidateQueries({ queryKey: ['credentials'] })])
}
