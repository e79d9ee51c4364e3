/** Names of countries and economic activities by their code. */
import { useQuery } from '@tanstack/react-query'
import type { ListCode } from '@tunjo/contract/configuration-catalogue'
import { codesQuery, countriesQuery } from '../../../../api/parameters.ts'

export interface CodeNames {
  readonly isPending: boolean
  readonly error: Error | null
  /** In the order of the names. */
  readonly all: readonly { readonly value: string; readonly label: string }[]
  nameOf(code: string): string
}

export function useCodeNames(kind: ListCode): CodeNames {
  const countries = useQuery({ ...countriesQuery, enabled: kind === 'country' })
  const activities = useQuery({ ...codesQuery('economicActivities'), enabled: kind === 'activity' })
  const asked = kind === 'country' ? countries : activities
  const rows = asked.data ?? []
  const all = rows.flatMap(({ code, name }) => (code === null ? [] : [{ value: code, label: `${name} (${code})` }]))
  const names = new Map(all.map(({ value, label }) => [value, label]))
  return {
    isPending: asked.isPending,
    error: asked.isLoadingError ? asked.error : null,
    all,
    nameOf: (code) => names.get(code) ?? code,
  }
}
