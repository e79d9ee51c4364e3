/** "¿Por qué mi saldo es este?": opens the ledger entries of a balance, whose last balance is the shown figure. */
import { Button } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadPhrases } from '../../i18n/index.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

/** Lazy: rarely used, and with the phrases of another screen. */
const BalanceModal = lazyComponent(
  async () => {
    const [{ BalanceModal: Loaded }] = await Promise.all([import('./balance-modal.tsx'), loadPhrases(['record'])])
    return Loaded
  },
  { dialog: { close: ({ onClose }) => onClose() } },
)

export function WhyBalance() {
  const { t } = useTranslation('money')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="subtle" size="sm" leftSection={<IconListDetails size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {t('portfolio.why')}
      </Button>
      {isOpen && <BalanceModal onClose={() => setOpen(false)} />}
    </>
  )
}
