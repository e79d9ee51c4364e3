/** Supporting documents of an enhanced due diligence: files of the person's folders, and reviews of the nature of operations. */
import { Checkbox, Stack } from '@mantine/core'
import { DILIGENCE_CHECKED_MAX, type PersonDiligence } from '@tunjo/contract/due-diligence'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../../../ui/date-time.tsx'
import type { FieldsProps } from './diligence-fields.tsx'
import classes from './due-diligence.module.css'

type CheckedFieldsProps = FieldsProps & Pick<PersonDiligence, 'documents' | 'reviews'>

export function CheckedFields({ content, onChange, gaps, documents, reviews }: CheckedFieldsProps) {
  const { t } = useTranslation('due-diligence')
  const isNothing = documents.length + reviews.length === 0
  const day = (at: string) => formatDate(new Date(at), 'day')
  return (
    <div data-gap="checked">
      <Checkbox.Group
        label={t('fields.checked')}
        description={t(isNothing ? 'nothingToCheck' : 'checkedHint')}
        value={[...content.files, ...content.reviews]}
        onChange={(ids) =>
          onChange({
            files: documents.flatMap(({ id }) => (ids.includes(id) ? [id] : [])).slice(0, DILIGENCE_CHECKED_MAX),
            reviews: reviews.flatMap(({ id }) => (ids.includes(id) ? [id] : [])).slice(0, DILIGENCE_CHECKED_MAX),
          })
        }
        error={gaps.includes('checked') ? t('gaps.checked') : undefined}
        required
      >
        <Stack gap="xs" mt="xs" className={classes.choices}>
          {documents.map(({ id, name, folder, addedAt }) => (
            <Checkbox key={id} value={id} label={t(`folders.${folder}`, { name, day: day(addedAt) })} />
          ))}
          {reviews.map(({ id, number, outcome, createdAt }) => (
            <Checkbox key={id} value={id} label={t(`reviews.${outcome ?? 'open'}`, { number, day: day(createdAt) })} />
          ))}
        </Stack>
      </Checkbox.Group>
    </div>
  )
}
