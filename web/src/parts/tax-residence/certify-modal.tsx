/** Dialog of the certification: countries, numbers, and the statement that the person accepts. */
import { Button, Checkbox, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { TAX_RESIDENCES_MAX, TAX_STATEMENT_VERSION, type TaxCertification } from '@tunjo/contract/tax-certifications'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { certifyTaxResidence } from '../../api/certify-tax-residence.ts'
import { countriesQuery } from '../../api/parameters.ts'
import { taxCertificationQuery } from '../../api/tax-residence.ts'
import { Modal } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.ts'
import { FormFailure } from '../form-failure.tsx'
import { ResidenceFields } from './residence-fields.tsx'
import { linesOf, newRow, type ResidenceRow, rowFault, rowsOf } from './residence-rows.ts'
import classes from './tax-residence.module.css'

interface CertifyModalProps {
  own: { colombianTin: string | null; certification: TaxCertification | null }
  onClose: () => void
}

export function CertifyModal({ own: { colombianTin, certification }, onClose }: CertifyModalProps) {
  const { t } = useTranslation('tax-residence')
  const countries = useQuery(countriesQuery)
  const [rows, setRows] = useState(() => rowsOf(certification))
  const [isAccepted, setAccepted] = useState(false)
  const [wasSent, setSent] = useState(false)
  const certifying = useCertifying(certification?.version ?? 0, onClose)
  const fault = wasSent ? rowFault(rows, colombianTin) : null

  function certify(event: FormEvent): void {
    event.preventDefault()
    setSent(true)
    const residences = linesOf(rows, colombianTin)
    if (residences && isAccepted && !rowFault(rows, colombianTin)) certifying.mutate(residences)
  }
  const change = (next: ResidenceRow) => setRows(rows.map((row) => (row.key === next.key ? next : row)))
  return (
    <Modal opened onClose={onClose} title={t('title')} canClose={!certifying.isPending}>
      <form onSubmit={certify} noValidate>
        <Stack>
          <p className={classes.text}>{t('intro')}</p>
          {rows.map((row, index) => (
            <ResidenceFields
              key={row.key}
              row={row}
              place={index + 1}
              countries={countries.data ?? []}
              ownTin={colombianTin}
              fault={fault?.line === index ? fault.fault : null}
              onChange={change}
              onRemove={rows.length > 1 ? () => setRows(rows.filter(({ key }) => key !== row.key)) : null}
            />
          ))}
          {rows.length < TAX_RESIDENCES_MAX && (
            <Button variant="light" onClick={() => setRows([...rows, newRow()])}>
              {t('add')}
            </Button>
          )}
          <Checkbox
            label={t(`statements.${TAX_STATEMENT_VERSION}`)}
            checked={isAccepted}
            onChange={({ currentTarget }) => setAccepted(currentTarget.checked)}
            error={wasSent && !isAccepted && t('notAccepted')}
          />
          <FormFailure failure={certifying.error} />
          <Button type="submit" loading={certifying.isPending}>
            {t('submit')}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}

function useCertifying(from: number, onClose: () => void) {
  const { t } = useTranslation('tax-residence')
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (residences: NonNullable<ReturnType<typeof linesOf>>) =>
      certifyTaxResidence({ from, residences, statementVersion: TAX_STATEMENT_VERSION, accepted: true }),
    onSuccess: () => {
      toast.success(t('done'))
      onClose()
    },
    onSettled: () => cache.invalidateQueries({ queryKey: taxCertificationQuery.queryKey }),
  })
}
