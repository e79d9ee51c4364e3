/** Actions on a sign-in other than the one of this session. */
import { Button, Group } from '@mantine/core'
import type { SignInRow } from '@tunjo/contract/devices'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../../ui/date-time.tsx'
import type { Ending } from './end-session-modal.tsx'

export function RowActions({ row, onEnd }: { row: SignInRow; onEnd: (ending: Ending) => void }) {
  const { t } = useTranslation('sign-ins')
  const date = formatDate(new Date(row.at))
  if (row.session?.current) return null
  return (
    <Group gap={0} justify="flex-end">
      {row.session?.live && (
        <Button variant="subtle" size="compact-sm" aria-label={t('endOf', { date })} onClick={() => onEnd({ row, wasUnauthorised: false })}>
          {t('end')}
        </Button>
      )}
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        aria-label={t('notMeOf', { date })}
        onClick={() => onEnd({ row, wasUnauthorised: true })}
      >
        {t('notMe')}
      </Button>
    </Group>
  )
}
