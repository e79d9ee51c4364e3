/** Link back to the operation that required the verification. */
import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dropWayBack, readWayBack } from '../../../parts/way-back.ts'

export function WayBack() {
  const { t } = useTranslation('verification')
  const router = useRouter()
  const [way] = useState(readWayBack)
  if (!way) return null

  function leave(): void {
    dropWayBack()
    if (way) router.history.push(way)
  }
  return (
    <div>
      <Button variant="light" onClick={leave}>
        {t('level.back')}
      </Button>
    </div>
  )
}
