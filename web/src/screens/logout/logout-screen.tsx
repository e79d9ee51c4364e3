/** Leaves the session and goes home after a second (SHELL-10). */
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { AccessPanel } from '../../parts/access-panel.tsx'
import { signOut } from '../../session.ts'

const STAY_MS = 1000

export default function LogoutScreen() {
  const { t } = useTranslation('access')
  const { history } = useRouter()
  useEffect(() => {
    let isHere = true
    const leave = () => isHere && history.push('/')
    void signOut().then(() => setTimeout(leave, STAY_MS))
    return () => {
      isHere = false
    }
  }, [history])
  return <AccessPanel title={t('logout.title')} lead={t('logout.text')} />
}
