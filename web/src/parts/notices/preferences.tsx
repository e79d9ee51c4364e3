/** Optional mail preferences, in addition to security mails. A switch saves immediately. Needs the phrases `notices`. */
import { Stack, Switch, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { choosePreferences, type Preferences, preferencesQuery } from '../../api/notices.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'

const CHOICES = ['mailDeposits', 'mailWithdrawals', 'mailTrades'] as const satisfies readonly (keyof Preferences)[]

export function NotificationPreferences() {
  const { t } = useTranslation('notices')
  const cache = useQueryClient()
  const { queryKey } = preferencesQuery
  const { data: saved, error, refetch } = useQuery(preferencesQuery)
  const choosing = useMutation({
    mutationFn: choosePreferences,
    onSuccess: (chosen) => cache.setQueryData(queryKey, chosen),
  })

  /** One change at a time. The switches are not disabled: the pressed one would lose the focus. */
  function choose(wanted: Preferences): void {
    if (!choosing.isPending) choosing.mutate(wanted)
  }

  if (!saved) return error ? <ErrorState message={errorText(error)} onRetry={() => void refetch()} /> : <RowsSkeleton />
  // Optimistic: the new state shows immediately, and reverts when it was not saved.
  const shown = choosing.isPending ? choosing.variables : saved
  return (
    <Stack gap="md" role="group" aria-label={t('preferences.label')}>
      {CHOICES.map((choice) => (
        <Switch
          key={choice}
          size="md"
          label={t(`preferences.${choice}`)}
          description={t(`preferences.${choice}Text`)}
          checked={shown[choice]}
          onChange={({ currentTarget: { checked } }) => choose({ ...saved, [choice]: checked })}
        />
      ))}
      <div role="status">
        {choosing.isSuccess && (
          <Text size="sm" c="dimmed">
            {t('preferences.saved')}
          </Text>
        )}
      </div>
      {choosing.isError && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errorText(choosing.error)}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t('preferences.security')}
      </Text>
    </Stack>
  )
}
