/** Certifications of tax residence of a person, for officers. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { officerTaxCertifications } from '@tunjo/contract/person-tax'
import { send } from './transport.ts'

const calls = client(officerTaxCertifications, send)

export const personTaxQuery = (userId: string) =>
  queryOptions({
    queryKey: ['compliance', 'person', userId, 'tax'],
    queryFn: async ({ signal }) => (await calls.personTaxCertifications({ query: { userId } }, { signal })).certifications,
    // Each read is recorded in the audit trail, so refetching on focus is off.
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })
