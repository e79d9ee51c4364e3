/** 'Deseo verificar como': shown until the first submission (KYC-04). */
import { Radio } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PERSON_TYPES, type PersonType } from '@tunjo/contract/kyc-forms'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { choosePersonType } from '../../../api/kyc.ts'
import { Card } from '../../../ui/card.tsx'
import classes from './verification-screen.module.css'

export function PersonTypeChoice({ personType, isFixed }: { personType: PersonType; isFixed: boolean }) {
  const { t } = useTranslation('verification')
  const cache = useQueryClient()
  const choosing = useMutation({
    mutationFn: choosePersonType,
    onSettled: () => cache.invalidateQueries({ queryKey: ['kyc'] }),
  })
  return (
    <Card>
      <Radio.Group
        size="md"
        name="personType"
        label={t('person.label')}
        description={isFixed ? t('person.fixed') : undefined}
        error={choosing.error ? errorText(choosing.error) : undefined}
        value={choosing.isPending ? choosing.variables : personType}
        onChange={(chosen) => choosing.mutate(chosen === 'legal' ? 'legal' : 'natural')}
      >
        <div className={classes.choices}>
          {PERSON_TYPES.map((type) => (
            <Radio key={type} size="md" value={type} label={t(`person.${type}`)} disabled={isFixed} />
          ))}
        </div>
      </Radio.Group>
    </Card>
  )
}
