/** Notice to a verified person without a certification of tax residence; closed until the next visit. */
import { Button } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { taxCertificationQuery } from '../../../api/tax-residence.ts'
import { useIsPageReady } from '../../../parts/page-ready.ts'
import { StepBanner } from '../../../parts/step-banner.tsx'
import { useAccount } from '../../../session.ts'
import { sessionStore } from '../../../ui/page-storage.ts'
import classes from './tax-notice.module.css'

const CLOSED = 'tunjo.tax-notice-closed'

export function TaxNotice() {
  const { t } = useTranslation('home')
  const id = useAccount()?.id ?? ''
  const { data } = useQuery(taxCertificationQuery)
  const isReady = useIsPageReady()
  const [isClosed, setClosed] = useState(() => sessionStore.getItem(CLOSED) === id)
  const isAsked = data?.isOpen === true && data.certification === null
  // An answer that arrives when the page is visible would shift it: the next visit shows the notice.
  const [isInTime, setInTime] = useState(false)
  useEffect(() => {
    if (isAsked && !isReady) setInTime(true)
  }, [isAsked, isReady])
  if (!isAsked || !isInTime || isClosed) return null

  function close(): void {
    sessionStore.setItem(CLOSED, id)
    setClosed(true)
  }
  return (
    <StepBanner
      icon={<IconBuildingBank size={28} stroke={1.5} />}
      title={t('tax.title')}
      text={t('tax.text')}
      action={
        <div className={classes.actions}>
          <Button renderRoot={(props) => <Link to="/application/verification" search={{ abrir: 'residencia' }} {...props} />}>
            {t('tax.action')}
          </Button>
          <Button variant="subtle" onClick={close}>
            {t('tax.later')}
          </Button>
        </div>
      }
    />
  )
}
