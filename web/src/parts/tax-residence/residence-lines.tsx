/** Certified countries with their numbers, or the reason why there is none. */
import { useQuery } from '@tanstack/react-query'
import type { TaxResidence } from '@tunjo/contract/tax-certifications'
import { useTranslation } from 'react-i18next'
import { countriesQuery } from '../../api/parameters.ts'
import { Summary } from '../../ui/summary.tsx'

export function ResidenceLines({ label, residences }: { label: string; residences: readonly TaxResidence[] }) {
  const { t } = useTranslation('tax-residence')
  const countries = useQuery(countriesQuery)
  const nameOf = (code: string) => countries.data?.find((one) => one.code === code)?.name ?? code
  if (residences.length === 0) return t('erased')
  return (
    <Summary
      label={label}
      lines={residences.map(({ country, tin, noTinReason }) => ({
        name: nameOf(country),
        value: tin ?? t('withoutTin', { reason: noTinReason ? t(`reasons.${noTinReason}`) : '' }),
      }))}
    />
  )
}
