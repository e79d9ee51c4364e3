/** A factor that comes or goes also holds withdrawals. */
import { useQueryClient } from '@tanstack/react-query'

export function useFactorsChanged(): () => Promise<unknown> {
  const cache = useQueryClient()
  return () => Promise.all([cache.invalidateQueries({ queryKey: ['factors'] }), cache.invalidateQueries({ queryKey: ['credentials'] })])
}
