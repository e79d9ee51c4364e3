/** The own certification of tax residence. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { taxCertifications } from '@tunjo/contract/tax-certifications'
import { send } from './transport.ts'

const calls = client(taxCertifications, send)

export const taxCertificationQuery = queryOptions({
  queryKey: ['kyc', 'tax'],
  queryFn: ({ signal }) => calls.taxCertification({}, { signal }),
})
