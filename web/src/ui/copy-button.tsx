/** Copy button with a confirmation; `what` is its accessible name. */
import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export function CopyButton({ text, what }: { text: string; what: string }) {
  const { t } = useTranslation('ui')
  const clipboard = useClipboard({ timeout: 2500 })
  return (
    <ActionIcon
      variant="subtle"
      size="md"
      aria-label={clipboard.copied ? t('copy.copied') : t('copy.copyAddress', { what })}
      onClick={() => clipboard.copy(text)}
    >
      {clipboard.copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
    </ActionIcon>
  )
}
