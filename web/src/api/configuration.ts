/** Configuration with effective dates (ADM-13): read, preview the effects of a change, and propose it to a second officer. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { type ConfigurationChange, configuration } from '@tunjo/contract/configuration'
import type { SetName } from '@tunjo/contract/configuration-catalogue'
import type { NumberValues } from '@tunjo/contract/versioned-numbers'
import { queries } from './query-client.ts'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const calls = client(configuration, send, authorize)

const ALL = ['platform-configuration'] as const
export const setsQuery = queryOptions({ queryKey: ALL, queryFn: ({ signal }) => calls.sets({}, { signal }) })
export const setQuery = (set: SetName) =>
  queryOptions({ queryKey: [...ALL, set], queryFn: ({ signal }) => calls.set({ params: { set } }, { signal }) })

export const effectQuery = (set: SetName, numbers: NumberValues) =>
  queryOptions({
    queryKey: ['platform-configuration-effect', set, numbers],
    queryFn: ({ signal }) => calls.effect({ params: { set }, query: { numbers: JSON.stringify(numbers) } }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })

/** Refetches after a refusal too: another officer may have proposed one meanwhile. */
export async function changeSet(set: SetName, body: ConfigurationChange): Promise<void> {
  try {
    await calls.changeSet({ params: { set }, body })
  } finally {
    await queries.invalidateQueries({ queryKey: ALL })
  }
}
