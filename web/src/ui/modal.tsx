/** Dialog with a title and a close button; a sheet from the bottom on a phone. */
import { Modal as MantineModal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MOTION_MS } from '../theme/theme.ts'
import classes from './modal.module.css'
import { useScrollLock } from './scroll-lock.ts'

interface ModalProps {
  opened: boolean
  onClose: () => void
  title: string
  children: ReactNode
  size?: 'sm' | 'md' | 'lg'
  /** False during a submission: closing would hide its outcome. */
  canClose?: boolean
}

export function Modal({ opened, onClose, title, children, size = 'md', canClose = true }: ModalProps) {
  const { t } = useTranslation('ui')
  useScrollLock(opened)
  return (
    <MantineModal.Root
      opened={opened}
      onClose={canClose ? onClose : () => undefined}
      size={size}
      centered
      lockScroll={false}
      closeOnClickOutside={canClose}
      closeOnEscape={canClose}
      transitionProps={{ duration: MOTION_MS, transition: 'fade' }}
      classNames={{ inner: classes.inner, content: classes.content, header: classes.header, title: classes.title, body: classes.body }}
    >
      <MantineModal.Overlay backgroundOpacity={0.45} />
      <MantineModal.Content>
        {/* A header element outside the page's sections would count as a second banner landmark. */}
        <MantineModal.Header role="presentation">
          <MantineModal.Title>{title}</MantineModal.Title>
          <MantineModal.CloseButton aria-label={t('modal.close')} disabled={!canClose} />
        </MantineModal.Header>
        <MantineModal.Body>{children}</MantineModal.Body>
      </MantineModal.Content>
    </MantineModal.Root>
  )
}
