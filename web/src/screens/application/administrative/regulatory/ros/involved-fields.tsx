/** Other people or companies of a report: name, document, and involvement. */
import { ActionIcon, Button, Stack, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { ROS_CHOSEN_MAX, type RosDraft } from '@tunjo/contract/regulatory-ros'
import { useTranslation } from 'react-i18next'
import classes from '../../../../../parts/regulatory/regulatory.module.css'

type Involved = RosDraft['involved'][number]
const NO_PERSON: Involved = { name: '', document: '', relation: '' }
const LENGTH = { name: 150, document: 40, relation: 200 } as const
const LABEL = { name: 'ros.involvedName', document: 'ros.involvedDocument', relation: 'ros.involvedRelation' } as const

interface InvolvedFieldsProps {
  involved: readonly Involved[]
  onChange: (involved: Involved[]) => void
}

export function InvolvedFields({ involved, onChange }: InvolvedFieldsProps) {
  const { t } = useTranslation('regulatory')
  const replace = (at: number, part: Partial<Involved>) => onChange(involved.map((one, i) => (i === at ? { ...one, ...part } : one)))
  const field = (at: number, one: Involved, name: keyof Involved) => (
    <TextInput
      label={t(LABEL[name])}
      value={one[name]}
      maxLength={LENGTH[name]}
      onChange={({ currentTarget }) => replace(at, { [name]: currentTarget.value })}
    />
  )
  return (
    <Stack align="stretch">
      {involved.length === 0 && <p className={classes.note}>{t('ros.noInvolved')}</p>}
      {involved.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one is its place
        <div key={at} className={classes.involved}>
          {field(at, one, 'name')}
          {field(at, one, 'document')}
          {field(at, one, 'relation')}
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('ros.removeInvolved', { place: at + 1 })}
            onClick={() => onChange(involved.filter((_, i) => i !== at))}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {involved.length < ROS_CHOSEN_MAX.involved && (
        <div>
          <Button variant="default" size="xs" onClick={() => onChange([...involved, NO_PERSON])}>
            {t('ros.addInvolved')}
          </Button>
        </div>
      )}
    </Stack>
  )
}
