/** Certification of tax residence: the own one, and those of a person for officers. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import type { Request } from '@tunjo/contract/endpoint'
import { officerTaxCertifications, taxCertifications } from '@tunjo/contract/tax-certifications'
import { send } from './transport.ts'

const calls = client({ ...taxCertifications, ...officerTaxCertifications }, send)

export const taxCertificationQuery = queryOptions({
  queryKey: ['kyc', 'tax'],
  queryFn: ({ signal }) => calls.taxCertification({}, { signal }),
})

export const certifyTaxResidence = (body: Request<typeof taxCertifications.certifyTaxResidence>['body']) =>
  calls.certifyTaxResidence({ body })

export const personTaxQuery = (userId: string) =>
  queryOptions({
    queryKey: ['compliance', 'person', userId, 'tax'],
    queryFn: async ({ signal }) => (await calls.personTaxCertifications({ query: { userId } }, { signal })).certifications,
    // Each read is recorded in the audit trail, so refetching on focus is off.
    refetchOnWindowFocus: false,
    meta: { explains: true },
  })
