/** Sign-out, then the home page after a second (SHELL-10). After closing the account, a message is shown first, without the timer. */
import { Anchor } from '@mantine/core'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { AccessPanel } from '../../parts/access-panel.tsx'
import { signOut } from '../../session.ts'

const STAY_MS = 1000

export default function LogoutScreen() {
  const { t } = useTranslation('access')
  const { history } = useRouter()
  const { cuenta }: Record<string, unknown> = { ...useSearch({ strict: false }) }
  const isClosed = cuenta === 'cerrada'
  useEffect(() => {
    let isHere = true
    const leave = () => isHere && history.push('/')
    void signOut().then(() => !isClosed && setTimeout(leave, STAY_MS))
    return () => {
      isHere = false
    }
  }, [history, isClosed])
  if (!isClosed) return <AccessPanel title={t('logout.title')} lead={t('logout.text')} />
  return (
    <AccessPanel title={t('logout.closedTitle')} lead={t('logout.closedText')}>
      <Anchor component={Link} to="/" underline="always">
        {t('logout.home')}
      </Anchor>
    </AccessPanel>
  )
}
