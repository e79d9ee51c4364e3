/** Whether the person is politically exposed, and the details (Decreto 830 de 2021). */

import { Checkbox, Select, TextInput } from '@mantine/core'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { PEP_RELATIONS, PepDetails } from '@tunjo/contract/kyc-forms'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod'
import type { DraftHandle } from '../use-draft.ts'
import classes from '../verification.module.css'
import { YesNo, type YesNoProps } from '../yes-no.tsx'

interface PepProps {
  draft: DraftHandle
  peps: Pick<YesNoProps, 'name' | 'value' | 'onChange' | 'disabled' | 'error'>
  isReadOnly: boolean
}
type Details = Partial<z.infer<typeof PepDetails>>
/** Maximum of the start date: an office cannot begin in the future. */
const today = () => bogotaDay(new Date())

export function Pep({ draft, peps, isReadOnly }: PepProps) {
  const { t } = useTranslation('verification')
  const details: Details = Object(draft.values.pepDetails)
  const set = (change: Details) => draft.set('pepDetails', { until: null, ...details, ...change })
  const text = (name: 'position' | 'entity') => ({
    label: t(`pep.${name}`),
    value: details[name] ?? '',
    disabled: isReadOnly,
    maxLength: PepDetails.shape[name].maxLength ?? undefined,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => set({ [name]: currentTarget.value }),
  })
  const day = (name: 'since' | 'until') => ({
    type: 'date',
    label: t(`pep.${name}`),
    value: details[name] ?? '',
    max: today(),
    disabled: isReadOnly,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => set({ [name]: currentTarget.value }),
  })

  return (
    <div className={classes.question}>
      <YesNo {...peps} label={t('pep.question')} description={t('pep.explanation')} />
      {peps.value === true && (
        <fieldset className={classes.details}>
          <legend className={classes.legend}>{t('pep.details')}</legend>
          <Select
            label={t('pep.relation')}
            data={PEP_RELATIONS.map((relation) => ({ value: relation, label: t(`pep.relations.${relation}`) }))}
            value={details.relation ?? null}
            onChange={(relation) => relation && set({ relation })}
            allowDeselect={false}
            disabled={isReadOnly}
          />
          <TextInput {...text('position')} />
          <TextInput {...text('entity')} />
          <TextInput {...day('since')} />
          <Checkbox
            label={t('pep.current')}
            checked={(details.until ?? null) === null}
            disabled={isReadOnly}
            onChange={({ currentTarget }) => set({ until: currentTarget.checked ? null : '' })}
          />
          {(details.until ?? null) !== null && <TextInput {...day('until')} />}
        </fieldset>
      )}
    </div>
  )
}
