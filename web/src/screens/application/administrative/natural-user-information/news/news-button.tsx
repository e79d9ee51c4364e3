/** Action of the row Novedad: changes of the person since the last review (ADM-05). */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NewsModal } from './news-modal.tsx'

export function NewsButton({ userId }: { userId: string }) {
  const { t } = useTranslation('timeline')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)} aria-label={t('news.buttonOf')}>
        {t('news.button')}
      </Button>
      {isOpen && <NewsModal userId={userId} onClose={() => setOpen(false)} />}
    </>
  )
}
