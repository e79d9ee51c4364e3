/** Background checks of a person, with the current state of the newest. */
import { useQuery } from '@tanstack/react-query'
import { type BackgroundCheck, isCheckRunning } from '@tunjo/contract/background-checks'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { changesAutomatically, checksQuery, liveCheckQuery } from '../../../../../api/background-checks.ts'
import { refreshPerson } from '../../../../../api/compliance.ts'
import { useAccount } from '../../../../../session.ts'
import { toast } from '../../../../../ui/toast.ts'

export type Checks = ReturnType<typeof useChecks>

export function useChecks(userId: string) {
  const account = useAccount()
  const list = useQuery(checksQuery(userId))
  const listed = list.data?.current ?? null
  const live = useQuery(liveCheckQuery(listed && changesAutomatically(listed) ? listed : null))
  const current = live.data ?? listed
  // An officer cannot check themselves.
  const mayChange = (account?.permissions.includes('kyc.review') ?? false) && account?.id !== userId
  return {
    list,
    current,
    mayChange,
    mayLaunch: mayChange && list.data?.launch === 'possible' && !(current && isCheckRunning(current.state)),
    isOwn: current !== null && current.launchedBy === account?.email,
  }
}

/** When a result arrives, all data of the person are fetched again, once, and a message announces it. */
export function useCheckArrival(userId: string): void {
  const { t } = useTranslation('background-checks')
  const { current } = useChecks(userId)
  const seen = useRef<Pick<BackgroundCheck, 'id' | 'state'> | null>(null)
  useEffect(() => {
    const before = seen.current
    seen.current = current
    if (!current || before?.id !== current.id || !isCheckRunning(before.state) || isCheckRunning(current.state)) return
    void refreshPerson(userId)
    if (current.result) toast.info(t('arrived'))
  }, [current, userId, t])
}
