/** Officer actions on a background check: generate the report, follow its progress, retry failed sources. */
import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { isCheckRunning } from '@tunjo/contract/background-checks'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { retryFailedSources } from '../../../../../api/background-checks.ts'
import { errorText } from '../../../../../api/error-text.ts'
import { isStepUpCancelled } from '../../../../../api/failure.ts'
import { lazyComponent } from '../../../../../ui/lazy-component.tsx'
import { toast } from '../../../../../ui/toast.ts'
import type { Checks } from './use-checks.ts'

const dialog = { close: ({ onClose }: { onClose: () => void }) => onClose() }
const LaunchModal = lazyComponent(async () => (await import('./launch-modal.tsx')).LaunchModal, { dialog })
const WaitModal = lazyComponent(async () => (await import('./wait-modal.tsx')).WaitModal, { dialog })

export function CheckActions({ userId, checks }: { userId: string; checks: Checks }) {
  const { t } = useTranslation('background-checks')
  const [opened, setOpened] = useState<'launch' | 'wait' | null>(null)
  const close = useCallback(() => setOpened(null), [])
  const { list, current, mayChange, mayLaunch } = checks
  const retrying = useMutation({
    mutationFn: retryFailedSources,
    onSuccess: () => setOpened('wait'),
    onError: (error) => !isStepUpCancelled(error) && toast.error(errorText(error)),
  })
  return (
    <Group gap="xs">
      {current && isCheckRunning(current.state) && (
        <Button variant="default" size="sm" onClick={() => setOpened('wait')}>
          {t('actions.seeProgress')}
        </Button>
      )}
      {mayChange && current?.mayRetry && (
        <Button size="sm" loading={retrying.isPending} onClick={() => retrying.mutate(current)}>
          {t('actions.retry')}
        </Button>
      )}
      {mayLaunch && (
        <Button variant={current?.mayRetry ? 'default' : 'filled'} size="sm" onClick={() => setOpened('launch')}>
          {t(current ? 'actions.launchAgain' : 'actions.launch')}
        </Button>
      )}
      {opened === 'launch' && list.data && (
        <LaunchModal
          userId={userId}
          before={current}
          launchesLeft={list.data.launchesLeft}
          onLaunched={() => setOpened('wait')}
          onClose={close}
        />
      )}
      {opened === 'wait' && <WaitModal userId={userId} onClose={close} />}
    </Group>
  )
}
