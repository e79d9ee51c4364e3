/** Changed policy texts, and their acceptance. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { type ConsentChange, consents } from '@tunjo/contract/consents'
import { send } from './transport.ts'

const calls = client(consents, send)

export const consentsQuery = queryOptions({
  queryKey: ['credentials', 'consents'],
  queryFn: ({ signal }) => calls.read({}, { signal }),
})

export const acceptConsents = (changes: readonly ConsentChange[]) =>
  calls.accept({ body: { accepted: changes.map(({ slug, version }) => ({ slug, version })) } })
