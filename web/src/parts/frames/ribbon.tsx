/** Ribbon of profiles without real money, as named by the server (SHELL-13). */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { infoQuery } from '../../api/management.ts'
import { queries } from '../../api/query-client.ts'
import classes from './frames.module.css'

export function Ribbon() {
  const { t } = useTranslation('shell')
  const [isWanted, setWanted] = useState(false)
  // Read once and not observed: observing would double the part of the query library that public pages load.
  useEffect(() => {
    void queries.fetchQuery(infoQuery).then(
      ({ ribbonProfile, activeProfiles }) => setWanted(ribbonProfile !== null && activeProfiles.includes(ribbonProfile)),
      () => undefined,
    )
  }, [])
  return (
    isWanted && (
      <span className={classes.ribbon} title={t('ribbonText')}>
        {t('ribbon')}
      </span>
    )
  )
}
